/**
 * Notes what callers of a cluster met: how many answers, and everything that was not one. Times are milliseconds. It judges nothing
 * and repeats no call: a request that fails is noted as a trouble, not thrown.
 */
import { Agent } from 'node:http';
import { sendRaw } from '../raw-request.ts';
import type { Answer } from '../start-test-service.ts';
import { servedBy } from './balancer.ts';

/** A request that was not answered as on any other day. */
export interface Trouble {
  /** When it was sent and answered, by `performance.now()`. */
  readonly sentAt: number;
  readonly endedAt: number;
  readonly isRead: boolean;
  readonly what: string;
  readonly status: number;
  readonly code: string;
  /** The node that was asked. */
  readonly node: string;
}

export interface Journal {
  readonly troubles: Trouble[];
  /** Answers so far. */
  readonly counts: { reads: number; writes: number; slowestReadMs: number };
  /** Sends it to the balancer in the name of whoever holds the key. An answer that is not `expected` is a trouble. */
  send(key: string, call: JournalCall): Promise<Answer>;
  close(): void;
}

export interface JournalCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are as they should be; 200 by default. */
  readonly expected?: readonly number[];
}

/** A journal of everything that is sent to the balancer at `origin`. */
export function openJournal(origin: string): Journal {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const troubles: Trouble[] = [];
  const counts = { reads: 0, writes: 0, slowestReadMs: 0 };
  return {
    troubles,
    counts,
    async send(key, { method, path, body, headers = {}, expected = [200] }) {
      const sentAt = performance.now();
      const isRead = path.startsWith('/api/v1/autocomplete');
      const answer = await sendRaw(origin, {
        method,
        path,
        agent,
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const endedAt = performance.now();
      if (expected.includes(answer.status)) {
        counts[isRead ? 'reads' : 'writes'] += 1;
        if (isRead) counts.slowestReadMs = Math.max(counts.slowestReadMs, endedAt - sentAt);
      } else {
        const { status, headers: answered } = answer;
        const [what, node] = [`${method} ${path}`, answered.get(servedBy) ?? 'unknown'];
        troubles.push({ sentAt, endedAt, isRead, what, status, code: codeOf(answer), node });
      }
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function codeOf(answer: Answer): string {
  try {
    return answer.as<{ code?: string }>().code ?? 'none';
  } catch {
    return `no JSON: ${answer.text.slice(0, 80)}`;
  }
}
