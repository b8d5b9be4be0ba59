/**
 * Goal: a service that is killed after an import ended and before its webhook has heard of it tells it after the next
 * start, under the same id. Method: a receiver that never answers, and a real process that is killed meanwhile;
 * `npm run campaign:kill -- deliveries-postgres` does it on PostgreSQL.
 */
import { test } from 'node:test';
import { anyEngine } from '../support/engines.ts';
import { killBeforeDelivery } from '../support/kill-before-delivery.ts';

test('a message owed by a killed service is delivered after restart', () =>
  killBeforeDelivery(anyEngine.name));
