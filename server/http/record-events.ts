/**
 * Records events of one sender: what they are about is judged, the day’s quota is asked, and the answer comes when the kept ones are
 * durable. The sender was admitted before. Beyond the quota it rejects with `rate_limited`, while the store’s index is being
 * loaded with `unavailable`; a wrong event is named in `rejected` and the others count. It reads no request.
 */
// Tests: test/api/events.test.ts, test/api/orders.test.ts.
import type { EventRejection } from '../../contract/events.ts';
import { mayCount } from '../events/event-batch.ts';
import type { ParsedEvents } from '../events/parse-events.ts';
import { nestedPrefixes } from '../structures/network-prefix.ts';
import { createEventQuota } from './admission/event-quota.ts';
import { type ClickSender, createClickJudge, type JudgedClick } from './keystroke/judge-clicks.ts';
import type { Services } from './services.ts';

/** What was recorded of a batch. */
interface RecordedEvents {
  readonly message: string;
  readonly accepted: number;
  /** In the order of the batch, those that could not be read among them. */
  readonly rejected: readonly EventRejection[];
  /** The events that were accepted. */
  readonly judged: readonly JudgedClick[];
}

/** The message of an answer that accepts nothing. */
export const noneRecorded = 'No event was recorded: see "rejected".';

/** Records a batch. */
export type RecordEvents = (parsed: ParsedEvents, sender: ClickSender) => Promise<RecordedEvents>;

/** Creates the one recorder of the HTTP thread, so that all ways count against one quota. */
export function createEventRecorder(services: Services): RecordEvents {
  const { clock, config, metrics, pipeline } = services;
  const quota = createEventQuota(clock, config.eventsPerDay);
  const judge = createClickJudge(services);
  return async ({ sessionId, events, rejected }, sender) => {
    const { storeId, address, isTrusted } = sender;
    // A server with a secret key speaks for many shoppers, so that its own network says nothing.
    const networks = isTrusted ? null : nestedPrefixes(address);
    const judged = await judge(events, sender);
    const batch = { storeId, sessionId, networks, events: judged.map(({ event }) => event) };
    const counting = batch.events.filter((event) => mayCount(event, isTrusted));
    const outcome =
      judged.length === 0
        ? { accepted: 0, kept: 0, rejected: [] }
        : await quota.spend(batch, counting.length, () => pipeline.takeEvents(batch));
    const all = [...rejected, ...outcome.rejected].sort((left, right) => left.index - right.index);
    const unknown = new Set(outcome.rejected.map(({ index }) => index));
    metrics.countEvents({ ...outcome, rejected: all.length });
    const message = outcome.accepted > 0 ? 'Events have been recorded.' : noneRecorded;
    const accepted = judged.filter(({ event }) => !unknown.has(event.index));
    return { message, accepted: outcome.accepted, rejected: all, judged: accepted };
  };
}
