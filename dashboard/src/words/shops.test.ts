import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectors } from '../../../contract/words/feeds.ts';
import { parseCredentials } from '../../../server/outbound/secret-rules.ts';
import { shopWords, signInOf } from './shops.ts';

test('each way to sign in makes credentials that are taken', () => {
  for (const shop of connectors) {
    for (const { type, header } of shopWords[shop].signIns) {
      const secret = header === undefined ? 'key:secret' : `${header.name}: ${header.before}token`;
      assert.ok(parseCredentials(type, secret).ok, `${shop} ${type}`);
    }
  }
  assert.equal(signInOf('magento', 'kept').type, 'header');
});
