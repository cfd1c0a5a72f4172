import './env-file.ts';

/** The acts of an operator beside event, backup and checks; each is a file of this folder. */
const names = 'gate-pass mail method notices person refund report staff ticket'.split(' ');
const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  console.error(`npm run admin -- NAME …\n\nNAME is one of ${names.join(', ')}.`);
  process.exitCode = 2;
}
