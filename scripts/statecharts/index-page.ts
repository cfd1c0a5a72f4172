import type { LifecycleChart } from './lifecycles.ts';
import type { Statechart } from './machines.ts';

/** The index page of the folder: every machine, every lifecycle of the server, and a legend of the charts. */
export function indexOf(
  statecharts: readonly Statechart[],
  lifecycles: readonly LifecycleChart[],
): string {
  const rows = statecharts.map(
    ({ flow, title, purpose }) => `| [${flow}](${flow}.md) | ${title} | ${purpose} |`,
  );
  const tables = lifecycles.map(
    ({ name, title, purpose }) => `| [server-${name}](server-${name}.md) | ${title} | ${purpose} |`,
  );
  return `# Statecharts

Every machine of the product and every lifecycle of the server, drawn from its own definition by \`npm run docs\`. Nothing here is written by hand: change
the machine or the table, run the command, and commit both. A test compares.

| chart | flow | what it does |
|---|---|---|
${rows.join('\n')}

The server keeps its lifecycles as tables, and one function writes their states.

| chart | lifecycle | what it does |
|---|---|---|
${tables.join('\n')}

## How to read a chart

- A white box is a state, a tinted box a state that holds others, a dark box an end with what it gives back. Regions with a dashed edge run side by side.
- A black dot points to the state that is entered first.
- A label names what has to happen: \`seat.toggle\` is an event, \`createDraft ✓\` and \`createDraft ✗\` are an actor that answered or crashed,
  \`after noticeCap (5 s)\` is time, \`always\` is at once. A guard stands in brackets, and \`else\` is taken when no guard before it holds.
- Lines in a box are what it does there: \`entry /\` and \`exit /\` with their actions, \`invoke\` with the actor it starts, and every other way out.
  \`payment.timeUp → timeUp\` leads to that state; \`login.edit / clearError\` stays and does that.
- Into a state that many lead to, one arrow is drawn, and \`from 9 states\` says how many lead there. The others name it in their own lines, as does a
  box that holds states: an arrow from or to such a box carries no words.
- The name that a pointer shows over a state is its full id, the one that logs and the inspector use.
`;
}
