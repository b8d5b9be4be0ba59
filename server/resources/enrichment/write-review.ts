/**
 * The operations that decide on groups of phrases and on types, done in the pipeline thread. A decision is one row; a sweep applies it to the
 * products, in turns of the store (sweep-phrases.ts). A person's decision writes an entry of the store's audit log. An unknown
 * decision is `not_found`; beyond `limits.phraseDecisions`, and for a new name that is decided away, the call is a `conflict`, and
 * nothing is decided.
 */
// Tests: test/api/phrase-review.test.ts, test/scenarios/phrase-decisions.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { phraseReviewOperations } from '../../../contract/phrase-review.ts';
import { pluralOf } from '../../../contract/plural.ts';
import type { PhraseVerdict } from '../../../contract/words/phrase-patterns.ts';
import { quote } from '../../catalog/problem.ts';
import type { Clock } from '../../clock.ts';
import { findDecidedName } from '../../enrichment/review/type-decisions.ts';
import { startSweep } from '../../enrichment/sweep-phrases.ts';
import { AppError, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { groupOf, newNameOf, type PhraseGroup } from './parse-group.ts';
import { presentDecision } from './read-review.ts';

/** A handler for each operation. It resolves when the decision is durable; the sweep follows. */
export function reviewWrites(
  storage: Storage,
  { clock }: { readonly clock: Clock },
): OperationHandlers<typeof phraseReviewOperations, 'pipeline'> {
  return {
    async makeDecision({ storeId, actor, callerName: decidedBy, body }) {
      const group = groupOf(body);
      const { verdict } = body;
      const newName = newNameOf(group, body);
      const made = subjectsOf(group).map((subject) => ({
        ...{ id: newId(), kind: group.kind, subject, verdict, newName },
        ...{ decidedAt: clock.nowMicros(), decidedBy },
      }));
      return await storage.write(storeId, async (writer) => {
        await refuseTooMany(writer, made);
        if (newName !== null) await refuseDecidedName(writer, newName);
        for (const decision of made) await writer.phrases.saveDecision(decision);
        await startSweep(writer);
        const details = { verdict, [group.kind]: subjectsOf(group).join(', '), ...namedBy(newName) };
        await record(writer, { actor, action: 'phrases.decided', details }, clock);
        const message = messageOf(group, verdict, newName);
        return { message, decisions: made.map(presentDecision) };
      });
    },
    async deleteDecision({ storeId, actor, params: { id } }) {
      return await storage.write(storeId, async (writer) => {
        const decision = (await writer.phrases.decisions()).find((one) => one.id === id);
        if (decision === undefined || !(await writer.phrases.deleteDecision(id))) throw notFound('decision');
        await startSweep(writer);
        const { kind, verdict, subject, newName } = decision;
        const details = { verdict, [kind]: subject, ...namedBy(newName) };
        await record(writer, { actor, action: 'phrases.decision_taken_back', details }, clock);
        const what = kind === 'type' ? 'products have their types of before' : 'phrases wait for a decision';
        return { message: `The decision is taken back. Its ${what} again.` };
      });
    },
  };
}

function subjectsOf(group: PhraseGroup): readonly string[] {
  if (group.kind === 'type') return group.types;
  return group.kind === 'words' ? [group.words] : [...group.patterns.keys()];
}

function namedBy(newName: string | null) {
  return newName === null ? {} : { new_name: newName };
}

function messageOf(group: PhraseGroup, verdict: PhraseVerdict, newName: string | null): string {
  const count = subjectsOf(group).length;
  if (group.kind === 'type') {
    const what = `The products of ${count} ${pluralOf(count, 'type')}`;
    if (newName !== null) return `${what} will have the type ${quote(newName)}, and so will new ones.`;
    return verdict === 'refused'
      ? `${what} will have no type, and neither will new ones.`
      : `${what} keep it, and it is marked as decided.`;
  }
  const what =
    group.kind === 'words'
      ? 'The phrases with these words'
      : `The phrases of ${count} ${pluralOf(count, 'pattern')}`;
  return `${what} will be ${verdict}, and so will new ones.`;
}

/** A name that no product can have is no name for others: they would have the next one, or none. */
async function refuseDecidedName(writer: StoreWriter, name: string): Promise<void> {
  const decision = findDecidedName(await writer.phrases.decisions(), name);
  if (decision === null) return;
  const what = decision.newName === null ? 'refuses it' : `renames it to ${quote(decision.newName)}`;
  const message = `No product can have the type ${quote(name)}: a decision ${what}. Take that decision back, or choose another name.`;
  throw new AppError('conflict', message);
}

async function refuseTooMany(writer: StoreWriter, made: readonly StandingDecision[]): Promise<void> {
  const nameOf = ({ kind, subject }: StandingDecision) => `${kind} ${subject}`;
  const known = (await writer.phrases.decisions()).map(nameOf);
  if (new Set([...known, ...made.map(nameOf)]).size <= limits.phraseDecisions) return;
  const message = `A store has ${limits.phraseDecisions} decisions at most. Take back some that are no longer needed.`;
  throw new AppError('conflict', message);
}

async function record(
  writer: StoreWriter,
  entry: {
    readonly actor: Actor | null;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
  clock: Clock,
): Promise<void> {
  if (entry.actor?.email == null) return;
  await writer.audit.insert(createAuditEntry(clock, { ...entry, subject: 'phrases' }));
}
