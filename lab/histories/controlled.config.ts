import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import config from '../../vite.config.ts';
import { controls } from './controls.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const control = controls[Number(process.env.CONTROL)];
if (control === undefined) throw new Error('CONTROL is the number of a control, from 0.');
const { file, from, to } = control;

if (readFileSync(root + file, 'utf8').split(from).length !== 2) {
  throw new Error(`${file} does not have once: ${from}`);
}

/** Takes the mend of the control out of its module as it loads. */
const takenOut: Plugin = {
  name: 'taken-out',
  enforce: 'pre',
  transform: (code, id) => (id.split('?')[0] === root + file ? code.replace(from, () => to) : null),
};
const projects = (config.test?.projects ?? []) as { test: { name: string } }[];
const server = projects.find(({ test }) => test.name === 'server');

export default defineConfig({
  root,
  test: { projects: [{ plugins: [takenOut], test: { ...server?.test } }] },
});
