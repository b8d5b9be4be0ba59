/**
 * The operations that decide on groups of phrases, done in the pipeline thread. A decision is one row; a sweep applies it to the
 * products, in turns of the store (sweep-phrases.ts). A person's decision writes an entry of the store's audit log. An unknown
 * decision is `not_found`; beyond `limits.phraseDecisions` the call is a `conflict`, and nothing is decided.
 */
// Tests: test/api/phrase-review.test.ts, test/scenarios/phrase-decisions.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { phraseReviewOperations } from '../../../contract/phrase-review.ts';
import { pluralOf } from '../../../contract/plural.ts';
import type { Clock } from '../../clock.ts';
import { startSweep } from '../../enrichment/sweep-phrases.ts';
import { AppError, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { groupOf, type PhraseGroup } from './parse-group.ts';
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
      const made = subjectsOf(group).map((subject) => ({
        ...{ id: newId(), kind: group.kind, subject, verdict, decidedAt: clock.nowMicros(), decidedBy },
      }));
      return await storage.write(storeId, async (writer) => {
        await refuseTooMany(writer, made);
        for (const decision of made) await writer.phrases.saveDecision(decision);
        await startSweep(writer);
        const details = { verdict, [group.kind]: subjectsOf(group).join(', ') };
        await record(writer, { actor, action: 'phrases.decided', details }, clock);
        const what = group.kind === 'words' ? 'The phrases with these words' : groupsText(made.length);
        const message = `${what} will be ${verdict}, and so will new ones.`;
        return { message, decisions: made.map(presentDecision) };
      });
    },
    async deleteDecision({ storeId, actor, params: { id } }) {
      return await storage.write(storeId, async (writer) => {
        const decision = (await writer.phrases.decisions()).find((one) => one.id === id);
        if (decision === undefined || !(await writer.phrases.deleteDecision(id))) throw notFound('decision');
        await startSweep(writer);
        const details = { verdict: decision.verdict, [decision.kind]: decision.subject };
        await record(writer, { actor, action: 'phrases.decision_taken_back', details }, clock);
        return { message: 'The decision is taken back. Its phrases wait for a decision again.' };
      });
    },
  };
}

function subjectsOf(group: PhraseGroup): readonly string[] {
  return group.kind === 'words' ? [group.words] : [...group.patterns.keys()];
}

function groupsText(count: number): string {
  return `The phrases of ${count} ${pluralOf(count, 'pattern')}`;
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
