import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';

/** A docblock that names an environment stands at the head of a file. */
const headBytes = 200;

/**
 * The order of test files: by group, project and environment, then the longest first (unknown ones by size). A worker process ends where the next file needs
 * another environment, and a new one loads every package again.
 */
export class FileOrder implements TestSequencer {
  private readonly vitest: Vitest;

  constructor(vitest: Vitest) {
    this.vitest = vitest;
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.vitest.config.shard ?? { index: 1, count: 1 };
    return files.filter((_, at) => at % count === index - 1);
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keyed = files.map((file) => ({
      file,
      group: file.project.config.sequence.groupOrder,
      place: `${file.project.name} ${environmentOf(file)}`,
      duration: this.durationOf(file),
      bytes: statSync(file.moduleId).size,
    }));
    return keyed
      .toSorted(
        (a, b) =>
          a.group - b.group ||
          a.place.localeCompare(b.place) ||
          b.duration - a.duration ||
          b.bytes - a.bytes,
      )
      .map(({ file }) => file);
  }

  /** The milliseconds of an earlier run; unknown files come first. */
  private durationOf({ project, moduleId }: TestSpecification): number {
    const path = moduleId.slice(this.vitest.config.root.length + 1);
    const known = this.vitest.cache.getFileTestResults(`${project.name}:${path}`);
    return known?.duration ?? Number.MAX_SAFE_INTEGER;
  }
}

function environmentOf({ moduleId, project }: TestSpecification): string {
  const head = Buffer.alloc(headBytes);
  const file = openSync(moduleId, 'r');
  try {
    readSync(file, head, 0, headBytes, 0);
  } finally {
    closeSync(file);
  }
  const [, named] = /@vitest-environment (\S+)/.exec(head.toString('utf8')) ?? [];
  return named ?? project.config.environment;
}
