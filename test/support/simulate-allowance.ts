/**
 * Lets workers share an allowance over simulated time: who calls when is decided by the allowance alone. Times are milliseconds since
 * the start, the database's clock is microseconds. No provider is called and no real time passes. An error of the directory rejects.
 */
import {
  type AllowanceLimits,
  allowanceName,
  type EndedCall,
  endCall,
  takeCall,
} from '../../server/enrichment/allowance.ts';
import type { AllowanceDirectory } from '../../server/storage/enrichment/allowance-tables.ts';
import type { SimulatedTime } from './simulated-clock.ts';
import { uuidOf } from './storage-rows.ts';

/** One lane of a worker, for a store of its own. */
export interface SimulatedLane {
  readonly directory: Pick<AllowanceDirectory, 'changeAllowance'>;
  readonly owner: string;
}

/** The course of a call. */
export type CallPlan = (number: number) => {
  readonly tokens: number;
  readonly lastsMs: number;
  readonly end?: Partial<Pick<EndedCall, 'usedTokens' | 'outcome' | 'retryAfterMs'>>;
};

export interface SimulatedCall {
  readonly atMs: number;
  readonly owner: string;
  readonly usedTokens: number;
}

/** Lets the lanes call as often as they may; gives the calls by their beginning, in milliseconds since the start. */
export async function simulateCalls(
  lanes: readonly SimulatedLane[],
  limits: AllowanceLimits,
  time: SimulatedTime,
  { lastsMs, plan }: { readonly lastsMs: number; readonly plan: CallPlan },
): Promise<SimulatedCall[]> {
  const startMicros = time.micros;
  const calls: SimulatedCall[] = [];
  const events = lanes.map((lane) => ({ atMs: 0, act: () => ask(lane) }));
  let number = 0;

  async function ask({ directory, owner }: SimulatedLane): Promise<void> {
    const planned = plan(number);
    const id = uuidOf(number);
    const { tokens } = planned;
    const waitMs = await directory.changeAllowance(allowanceName, (view) =>
      takeCall(view, limits, { id, owner, storeId: owner, keptMs: 600_000, tokens }),
    );
    const nowMs = (time.micros - startMicros) / 1_000;
    if (waitMs > 0) {
      events.push({ atMs: nowMs + waitMs, act: () => ask({ directory, owner }) });
      return;
    }
    number += 1;
    const ended = {
      id,
      storeId: owner,
      tokens,
      usedTokens: tokens,
      outcome: 'answered' as const,
      retryAfterMs: null,
      ...planned.end,
    };
    calls.push({ atMs: nowMs, owner, usedTokens: ended.usedTokens });
    events.push({
      atMs: nowMs + planned.lastsMs,
      async act() {
        await directory.changeAllowance(allowanceName, (view) => endCall(view, limits, ended));
        await ask({ directory, owner });
      },
    });
  }

  for (;;) {
    events.sort((left, right) => left.atMs - right.atMs);
    const next = events.shift();
    if (next === undefined || next.atMs > lastsMs) return calls;
    time.micros = startMicros + Math.round(next.atMs * 1_000);
    await next.act();
  }
}

/** The most of something within any stretch of time that long. */
export function mostWithin(
  calls: readonly SimulatedCall[],
  stretchMs: number,
  weigh: (call: SimulatedCall) => number,
): number {
  let most = 0;
  for (const [index, first] of calls.entries()) {
    let sum = 0;
    for (const call of calls.slice(index)) {
      if (call.atMs >= first.atMs + stretchMs) break;
      sum += weigh(call);
    }
    most = Math.max(most, sum);
  }
  return most;
}
