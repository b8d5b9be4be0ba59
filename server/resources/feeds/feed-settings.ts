/**
 * Turns the settings of a feed as callers give them (§4.6) into the form of the storage. Pure; a fault of the credentials is reported
 * with its place, and its message never repeats a value, which may be a secret. Other fields were checked by their schema.
 */
// Tests: test/scenarios/feed-preview-turns.test.ts.
import type { feedOperations } from '../../../contract/feeds.ts';
import type { ValueOf } from '../../../contract/operation.ts';
import {
  authTypes,
  type FeedFormat,
  isConnector,
  orderSenders,
  sendsOrders,
} from '../../../contract/words/feeds.ts';
import { nameGiven } from '../../catalog/problem.ts';
import type { Report } from '../../errors.ts';
import { findShopFault } from '../../feeds/connectors/connector-document.ts';
import { connectorOf } from '../../feeds/connectors/connectors.ts';
import { type FeedSecret, findOrdersSecretFault, readSecret } from '../../feeds/credentials.ts';
import type { Credentials, OutboundPolicy } from '../../outbound/outbound.ts';
import type { Feed } from '../../storage/feeds/tables.ts';

/** A feed as it is described. */
export interface FeedSettings
  extends Pick<Feed, 'name' | 'url' | 'format' | 'refreshInterval' | 'maxRemovalPercent'> {
  readonly secret: FeedSecret | null;
  /** The secret by which the shop signs its orders; null takes none. */
  readonly ordersSecret: string | null;
}

/** A change of a feed; fields that are absent keep their values. */
export interface FeedChange extends Partial<FeedSettings> {
  readonly isActive?: boolean;
}

type Input = ValueOf<(typeof feedOperations)['registerFeed']['body']>;
type Patch = ValueOf<(typeof feedOperations)['updateFeed']['body']>;

/** The settings that a body gives. Reports what is wrong with the credentials, and with the address of a shop. */
export function toFeedSettings(body: Input, policy: OutboundPolicy, report: Report): FeedSettings {
  const secret = readAuth(body, { authType: null, format: body.feed_format }, report) ?? null;
  const settings = {
    name: body.name,
    url: body.feed_url,
    format: body.feed_format,
    refreshInterval: body.refresh_interval,
    maxRemovalPercent: body.max_removal_percent,
    secret,
    ordersSecret: readOrdersSecret(body.orders_secret, body.feed_format, report) ?? null,
  };
  const isGiven = secret !== null || (body.auth_type ?? null) === null;
  if (isGiven) reportShopFault({ ...settings, credentials: secret?.credentials ?? null }, policy, report);
  return settings;
}

/** The source of a feed as it is to be asked. */
interface AskedSource {
  readonly url: string;
  readonly format: FeedFormat;
  readonly credentials: Credentials | null;
}

/** Reports what keeps the API of a shop from being asked; documents of other formats have no such rules. */
export function reportShopFault(
  { url, format, credentials }: AskedSource,
  policy: OutboundPolicy,
  report: Report,
): void {
  const fault = isConnector(format) ? findShopFault(format, url, credentials, policy) : null;
  if (fault !== null) report(`/${fault.field}`, `${fault.field}_invalid`, fault.message);
}

/** The change that a body gives of a feed as it is `known`. */
export function toFeedChange(
  body: Patch,
  known: Pick<Feed, 'authType' | 'format'>,
  report: Report,
): FeedChange {
  const format = body.feed_format ?? known.format;
  const ordersSecret = readOrdersSecret(body.orders_secret, format, report);
  const change = {
    name: body.name,
    url: body.feed_url,
    format: body.feed_format,
    refreshInterval: body.refresh_interval,
    maxRemovalPercent: body.max_removal_percent,
    secret: readAuth(body, { ...known, format }, report),
    // The secret of one system means nothing to another.
    ordersSecret: format === known.format ? ordersSecret : (ordersSecret ?? null),
    isActive: body.is_active,
  };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as FeedChange;
}

interface GivenAuth {
  readonly auth_type?: unknown;
  readonly auth_secret?: unknown;
}

/** Undefined if the body says nothing of credentials; null if there are to be none, and after a fault. */
function readAuth(
  { auth_type: type, auth_secret: secret }: GivenAuth,
  { authType: known, format }: Pick<Feed, 'authType' | 'format'>,
  report: Report,
): FeedSecret | null | undefined {
  const fault = (field: keyof GivenAuth, message: string): null => {
    report(`/${field}`, `${field}_invalid`, message);
    return null;
  };
  if (type === undefined && secret === undefined) return undefined;
  if (type === null || secret === null) {
    // Null in one of the two fields is enough to clear the credentials.
    const isContradiction = typeof secret === 'string' || (typeof type === 'string' && known === null);
    return isContradiction ? fault('auth_secret', bothNeeded) : null;
  }
  const chosen = authTypes.find((one) => one === type) ?? (type === undefined ? known : authTypes[0]);
  // The value is not repeated: it may be a secret in the wrong field.
  if (type !== undefined && chosen !== type)
    fault('auth_type', `"auth_type" takes ${authTypes.join(', ')}; got ${nameGiven(type)}.`);
  if (chosen === null)
    return fault('auth_type', `"auth_type" takes ${authTypes.join(', ')}, and belongs to "auth_secret".`);
  // A secret that was given for one way of sending is never sent in the other.
  if (secret === undefined && chosen === known) return undefined;
  if (typeof secret !== 'string') return fault('auth_secret', bothNeeded);
  const read = readSecret(chosen, secret);
  if (read.ok) return read.secret;
  const needed = isConnector(format) ? connectorOf(format).findCredentialFault(null) : null;
  return fault('auth_secret', needed === null ? read.message : `${read.message} ${needed}`);
}

/** Undefined if the body says nothing of it; null if no orders are to be taken, and after a fault. */
function readOrdersSecret(secret: unknown, format: FeedFormat, report: Report): string | null | undefined {
  if (secret === undefined || secret === null) return secret;
  const fault = sendsOrders(format)
    ? findOrdersSecretFault(secret)
    : `"orders_secret" belongs to feeds of the format ${orderSenders.join(' or ')}: other shops send no orders.`;
  if (fault === null) return String(secret);
  report('/orders_secret', 'orders_secret_invalid', fault);
  return null;
}

const bothNeeded = '"auth_type" and "auth_secret" belong together: give both as text, or neither.';
