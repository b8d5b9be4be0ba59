/**
 * `npm run record:answers`: records what the engine answers now, to be compared with from then on. For changes that are meant to
 * change answers; the difference belongs into the commit that makes it. It never decides whether a difference is right. Catalogs whose
 * data is absent keep their answers, and say so; an engine that throws ends it, and the old record stays.
 */
// Tests: none; its own run shows whether it works.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { answerLines, answersFile, recordedCatalogs } from '../test/search/recorded-answers.ts';
import { sharedData } from '../test/support/shared-data.ts';

for (const catalog of recordedCatalogs) {
  if (catalog.needs !== null && sharedData(catalog.needs) === null) {
    console.log(`${catalog.name}: its data is not there, so its answers stay as they are.`);
    continue;
  }
  const lines = await answerLines(catalog);
  writeFileSync(answersFile(catalog), gzipSync(lines.join('\n'), { level: 9 }));
  console.log(`${catalog.name}: ${lines.length} answers recorded.`);
}
