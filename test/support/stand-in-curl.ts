/**
 * A `curl` for the lines of documents, so that no machine needs one: a program that sends what the words say, as far as the documents use
 * them (`-H`, `-X`, `-d`, `--data-binary @-`), and prints the answer. An answer that is no success ends it with 22, as `curl -f` does.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const program = `
const options = { headers: {}, method: undefined, body: undefined };
let url = '';
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') {
    const [name, ...value] = words.shift().split(':');
    options.headers[name] = value.join(':').trim();
  } else if (word === '-d') options.body = words.shift();
  else if (word === '--data-binary' && words.shift() === '@-') options.body = Buffer.concat(await Array.fromAsync(process.stdin));
  else if (word === '-X') options.method = words.shift();
  else if (/^http/.test(word)) url = word;
  else throw new Error('This curl does not know ' + word);
}
options.method ??= options.body === undefined ? 'GET' : 'POST';
const answer = await fetch(url, options);
process.stdout.write(await answer.text() + '\\n');
process.exitCode = answer.ok ? 0 : 22;
`;

/** Puts the program into a folder, and returns the search path with which a shell finds it first. */
export function installCurl(folder: string): string {
  writeFileSync(join(folder, 'curl.mjs'), program);
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${folder}/curl.mjs" "$@"\n`);
  chmodSync(join(folder, 'curl'), 0o755);
  return `${folder}${delimiter}${process.env.PATH}`;
}
