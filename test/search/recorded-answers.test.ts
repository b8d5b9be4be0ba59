/**
 * Goal: answers stay what they are, keystroke by keystroke, while the engine changes inside. Method: real catalogs
 * with everything that an index in use has, and answers that were recorded (`npm run record:answers`).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDataOrSkip } from '../support/shared-data.ts';
import { answerLines, recordedCatalogs, recordedLines } from './recorded-answers.ts';

const shownMax = 5;

for (const catalog of recordedCatalogs) {
  test(`keystrokes on the ${catalog.name} catalog are answered as recorded`, async (t) => {
    if (catalog.needs !== null && sharedDataOrSkip(t, catalog.needs) === null) return;
    const recorded = recordedLines(catalog);
    const lines = await answerLines(catalog);
    assert.equal(lines.length, recorded.length);
    const different = lines.flatMap((line, place) =>
      line === recorded[place] ? [] : [`recorded: ${recorded[place]}\nanswered: ${line}`],
    );
    const shown = different.slice(0, shownMax).join('\n\n');
    assert.equal(different.length, 0, `${different.length} of ${lines.length} answers differ:\n${shown}`);
  });
}
