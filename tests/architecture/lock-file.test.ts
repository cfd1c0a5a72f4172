import { expect, it } from 'vitest';
import { read } from './sources.ts';

type Entry = { readonly version: string; readonly integrity?: string; readonly link?: true };

const lock = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

/**
 * Builds of the linter for other machines that this project's registry does not have in this version, so it provides no hash.
 * npm checks them against its registry's hash wherever it installs them.
 */
const withoutHash = ['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64']
  .concat('linux-arm64-musl', 'linux-x64-musl', 'win32-arm64', 'win32-x64')
  .map((build) => `node_modules/@biomejs/cli-${build} 2.6.8`);

it('every package of the lock file has a hash', () => {
  const packages = Object.entries(lock.packages).filter(
    ([path, { link }]) => path !== '' && link !== true,
  );
  expect(packages.length).toBeGreaterThan(100);
  const bare = packages.filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(bare.map(([path, { version }]) => `${path} ${version}`).sort()).toEqual(withoutHash);
});

it('names no registry: the installation chooses it', () => {
  expect(JSON.stringify(lock)).not.toContain('"resolved"');
});
