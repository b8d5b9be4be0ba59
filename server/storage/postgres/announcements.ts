/**
 * Announces commits to all listeners, so that other processes need not ask again and again. An announcement is a hint: it may be lost
 * with a process or a connection, and each listener reads the database anyway. It goes out after the commit, in a transaction of its
 * own: PostgreSQL commits transactions that notify one at a time, and writers of different stores must not wait for each other (record
 * 0031). A lost connection is opened again after 250 ms, then twice as long each time, at most 5 s, and is checked every 5 s. Errors
 * are never passed on.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { ChangeListener, Listening } from '../storage.ts';

const channel = 'foretype';

/** Announces commits to other processes; never rejects and never delays a writer. */
export interface Announcer {
  announce(news: Iterable<string>): void;
  /** Resolves when everything was announced, or could not be. */
  close(): Promise<void>;
}

const notifySql = `select pg_notify('${channel}', news) from unnest($1::text[]) as news`;

/** `run` runs a statement on any connection. News that come while an announcement is under way are gathered for the next. */
export function createAnnouncer(run: (sql: string, values: unknown[]) => Promise<unknown>): Announcer {
  const waiting = new Set<string>();
  let announcing: Promise<void> | null = null;

  async function announceAll(): Promise<void> {
    while (waiting.size > 0) {
      const news = [...waiting];
      waiting.clear();
      // Listeners find the change by its number.
      await run(notifySql, [news]).catch(() => {});
    }
    announcing = null;
  }
  return {
    announce(news) {
      for (const one of news) waiting.add(one);
      if (waiting.size > 0) announcing ??= announceAll();
    },
    async close() {
      await announcing;
    },
  };
}

/** Pause before a lost connection is opened again: `first`, then twice as long each time, at most `last`. Chosen. */
const retryMs = { first: 250, last: 5_000 };
/** Time between two checks that the server still answers: a network that drops everything reports nothing. Chosen. */
const checkMs = 5_000;

/** Listens on a connection of its own until it is closed, and opens a lost one again. `options` is called for each connection. */
export function startListening(options: () => ClientConfig, ear: ChangeListener): Listening {
  const closing = new AbortController();
  const { signal } = closing;
  let isAlive = false;

  async function listenOnce(): Promise<void> {
    const client = new Client(options());
    const ended = new AbortController();
    const end = () => ended.abort();
    client.on('error', end).on('end', end);
    client.on('notification', ({ payload = '' }) => ear(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      isAlive = true;
      const over = AbortSignal.any([ended.signal, signal]);
      while (!over.aborted) {
        await pause(checkMs, undefined, { signal: over }).catch(() => {});
        if (!over.aborted) await client.query('select 1');
      }
    } finally {
      isAlive = false;
      void client.end().catch(() => {});
    }
  }

  const over = (async () => {
    let restMs = retryMs.first;
    while (!signal.aborted) {
      await listenOnce().then(
        () => {
          restMs = retryMs.first;
        },
        () => {
          restMs = Math.min(restMs * 2, retryMs.last);
        },
      );
      await pause(restMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    isAlive: () => isAlive,
    async close() {
      closing.abort();
      await over;
    },
  };
}
