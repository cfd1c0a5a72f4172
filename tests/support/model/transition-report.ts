import type { Reporter, TestModule } from 'vitest/node';

/** Prints, at the end of a run, how many transitions each machine declares and how many its tests fired. */
export default class TransitionReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .flatMap((module) => [...module.children.allTests()])
      .flatMap((test) => test.meta().transitions ?? [])
      .sort((a, b) => a.machine.localeCompare(b.machine));
    if (rows.length === 0) return;
    console.log('\nTransitions of the machines');
    for (const { machine, declared, fired, places, edges } of rows) {
      const model = edges > 0 ? `, ${edges} edges between ${places} places` : '';
      console.log(`  ${machine.padEnd(10)} declared ${declared}, fired ${fired}${model}`);
    }
  }
}
