import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences, type Rule } from './offence.ts';
import {
  environmentOnlyInConfig,
  normalizedInLinearTime,
  placesByUrl,
  randomnessOnlyInIds,
  timeOnlyInClock,
} from './reach.ts';

function judge(rule: Rule, path: string, text: string): string {
  return describeOffences(rule([{ path, text }]));
}

test('the environment read outside its file is reported', () => {
  const text = 'const port =\n  process.env.PORT;';
  assert.match(
    judge(environmentOnlyInConfig, 'server/process/log.ts', text),
    /^server\/process\/log\.ts:2: uses process\.env/,
  );
  assert.equal(judge(environmentOnlyInConfig, 'server/settings/config.ts', text), '');
  assert.equal(judge(environmentOnlyInConfig, 'test/support/start.ts', text), '');
});

test('the time read outside its file is reported', () => {
  for (const text of ['Date.now()', 'new Date()', 'performance.now()', 'process.hrtime.bigint()']) {
    assert.match(judge(timeOnlyInClock, 'server/http/app.ts', text), /belongs to server\/clock\.ts/, text);
    assert.equal(judge(timeOnlyInClock, 'server/clock.ts', text), '');
  }
});

test('randomness outside its file is reported', () => {
  for (const text of ['Math.random()', 'randomUUID()', 'crypto.randomBytes(8)']) {
    assert.match(judge(randomnessOnlyInIds, 'server/http/app.ts', text), /belongs to server\/ids\.ts/, text);
    assert.equal(judge(randomnessOnlyInIds, 'server/ids.ts', text), '');
  }
});

test('text normalized without a bound is reported', () => {
  const text = "query.normalize('NFC')";
  assert.match(judge(normalizedInLinearTime, 'server/search/text/fold.ts', text), /: use normalForm\.$/);
  assert.equal(judge(normalizedInLinearTime, 'contract/normal-form.ts', text), '');
  assert.equal(judge(normalizedInLinearTime, 'widget/src/reducer.ts', text), '');
});

test('a place that packing would lose is reported', () => {
  for (const text of ['import.meta.dirname', 'readFileSync(import.meta.filename)']) {
    assert.match(
      judge(placesByUrl, 'server/http/app.ts', text),
      /uses import\.meta\.\w+: a packed module/,
      text,
    );
    assert.equal(judge(placesByUrl, 'server/http/app.test.ts', text), '');
  }
  assert.equal(judge(placesByUrl, 'server/http/app.ts', 'import.meta.url'), '');
});

test('a text or comment that names the time is allowed', () => {
  assert.equal(judge(timeOnlyInClock, 'server/a.ts', "// Date.now()\nconst a = 'Date.now()';"), '');
});
