/**
 * Gives the limit of reading a feed: the XML library takes the document apart, and nothing is done with it. Prints the seconds. It
 * writes nothing; a document that is broken or holds no text throws.
 */
// Tests: none; `npm run bench` runs it.
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';

const [path = ''] = process.argv.slice(2);
const start = performance.now();
const parser = new SaxesParser({ xmlns: true });
let length = 0;
parser.on('text', (text) => {
  length += text.length;
});
const decoder = new TextDecoder();
for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
  parser.write(decoder.decode(chunk, { stream: true }));
}
parser.close();
if (length === 0) throw new Error('the document has no text');
console.log(JSON.stringify((performance.now() - start) / 1_000));
