import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductType } from '../../catalog/product-type.ts';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';
import { findDecidedName, readTypeDecisions } from './type-decisions.ts';

const decisionOn = (subject: string, changed: Partial<StandingDecision> = {}): StandingDecision => ({
  ...{ id: subject, kind: 'type', subject, verdict: 'approved', newName: null },
  ...{ decidedAt: 1, decidedBy: null, ...changed },
});
const renamed = (subject: string, newName: string) => decisionOn(subject, { newName });
const refused = (subject: string) => decisionOn(subject, { verdict: 'refused' });

const typeOf = (name: string): ProductType => ({
  ...{ name, otherNames: ['night light', 'lamp'], confidence: 0.5, evidence: [] },
});
const nameBy = (decisions: readonly StandingDecision[], name: string) =>
  readTypeDecisions(decisions)(typeOf(name))?.name ?? null;

test('a renamed type is certain and keeps its other names', () => {
  assert.deepEqual(readTypeDecisions([renamed('lamps', 'lamp')])(typeOf('lamps')), {
    ...{ name: 'lamp', otherNames: ['night light'], confidence: 1 },
    evidence: [{ source: 'person', text: 'lamp' }],
  });
});

test('new names that are decided about in turn are followed', () => {
  const all = [renamed('b', 'c'), renamed('a', 'b'), refused('d'), decisionOn('c')];
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => nameBy(all, name)),
    ['c', 'c', 'c', null, 'e'],
  );
  assert.equal(nameBy([...all, refused('c')], 'a'), null);
  assert.equal(readTypeDecisions(all)(null), null);
  // Only damage makes a circle: it ends.
  assert.equal(nameBy([renamed('a', 'b'), renamed('b', 'a')], 'a'), 'a');
});

test('decisions on phrases say nothing about a type', () => {
  const type = typeOf('lamp');
  const ofPhrases = [
    decisionOn('lamp', { kind: 'words', verdict: 'refused' }),
    decisionOn('lamp', { kind: 'pattern', verdict: 'refused' }),
  ];
  assert.equal(readTypeDecisions(ofPhrases)(type), type);
  assert.equal(findDecidedName(ofPhrases, 'lamp'), null);
});

test('a name is taken away by a refusal or a rename', () => {
  const all = [refused('a'), renamed('b', 'c'), decisionOn('c')];
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((name) => findDecidedName(all, name)?.subject ?? null),
    ['a', 'b', null, null],
  );
});
