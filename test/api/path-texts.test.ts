/**
 * Goal: what no row can hold is refused in paths and queries in the same way at every call, on either database.
 * Method: a running service on each database; every reading call that is declared, by a key and by a person, with texts that hold
 * control characters in one of its parts.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { createManagerKey, isForManagers } from '../support/operations.ts';
import { useSharedService } from '../support/use-service.ts';

/** One text in a call: where it goes, and what every other part of the path is. */
interface Part {
  readonly operation: Operation;
  readonly name: string;
  readonly isInPath: boolean;
}

const declared: readonly Operation[] = Object.values(operations);
const parts: readonly Part[] = declared
  .filter(({ route }) => route.startsWith('GET '))
  .flatMap((operation) => [
    ...Array.from(operation.route.matchAll(/:(\w+)/g), ([, name = '']) => ({
      operation,
      name,
      isInPath: true,
    })),
    ...Object.keys(operation.query?.properties ?? {}).map((name) => ({ operation, name, isInPath: false })),
  ]);

/** `/phrases?q=lamp%00`: the address of a call in which one part is the text. */
function addressOf({ operation, name, isInPath }: Part, text: string): string {
  const path = operation.route
    .replace(/^GET \/?/, '/')
    .replace(/:(\w+)/g, (_whole, part: string) =>
      isInPath && part === name ? encodeURIComponent(text) : 'a',
    );
  return isInPath ? path : `${path}?${name}=${encodeURIComponent(text)}`;
}

const control = fc.integer({ min: 0, max: 31 }).filter((code) => ![9, 10, 13].includes(code));
const word = fc.constantFrom('', 'a', 'lamp', '2026-11-21', '1', 'true', 'csv', '手机');
const hostileText = fc
  .tuple(word, fc.oneof(fc.constant(0), control), word)
  .map(([before, code, after]) => before + String.fromCharCode(code) + after);
const cursorOf = (text: string) => Buffer.from(text).toString('base64url');

for (const engine of engines) {
  describe(`texts in paths and queries (${engine.name})`, () => {
    const service = useSharedService(engine);

    test('control characters are refused in every part of a call', async () => {
      assert.ok(parts.length > 80, String(parts.length));
      const visitor = await sharedOperator(service.current());
      const store = await service.createStore();
      const manager = await createManagerKey(visitor, store.store.id);
      const byKey = (path: string) => {
        const key = isForManagers(`/api/v1${path}`) ? manager : store.keys.secret;
        return store.request('GET', `/api/v1${path}`, { key });
      };
      const byPerson = (path: string) =>
        visitor.call('GET', `/stores/${store.store.id}${path.replace(/^\/(?=$|\?)/, '')}`);
      async function expectRefusals(part: Part, text: string): Promise<void> {
        const path = addressOf(part, text);
        for (const [isOpen, ask] of [
          [part.operation.key !== undefined, byKey],
          [part.operation.role !== undefined, byPerson],
        ] as const) {
          if (!isOpen) continue;
          const errors = expectError(await ask(path), 'validation_failed');
          assert.ok(
            errors.some((fault) => fault.path === part.name),
            `${path}: ${JSON.stringify(errors)}`,
          );
        }
      }
      for (const part of parts) {
        await expectRefusals(part, 'a\u0000b');
        if (part.name === 'cursor') await expectRefusals(part, cursorOf('a\u0000b'));
      }
      await fc.assert(fc.asyncProperty(fc.constantFrom(...parts), hostileText, expectRefusals), {
        numRuns: 200,
      });
    });

    test('a search with a control character names its parameter', async () => {
      const store = await service.createStore();
      for (const path of ['/analytics/query', '/phrases']) {
        const [fault] = expectError(
          await store.request('GET', `/api/v1${path}?q=la%00mp`),
          'validation_failed',
        );
        assert.deepEqual([fault?.path, fault?.code], ['q', 'text_invalid']);
        assert.match(fault?.message ?? '', /^"q" takes text without control .*, got "la\\u0000mp"\.$/);
      }
    });

    test('a NUL in the path of a deletion is refused', async () => {
      const store = await service.createStore();
      for (const path of ['/events/sessions/%00', '/products/%00', '/webhooks/%00', '/product-feeds/%00'])
        expectError(await store.request('DELETE', `/api/v1${path}`), 'validation_failed');
    });
  });
}
