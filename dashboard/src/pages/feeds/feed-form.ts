/**
 * The values of a feed's form, the faults that only a form can have, and the bodies that register or change the feed.
 * Pure; the service finds all other faults. Saved credentials are never shown, only kept or replaced.
 */
// Tests: ./feed-form.test.ts.
import type { FeedBody, FeedInput, FeedPatch } from '../../../../contract/feeds.ts';
import { limits } from '../../../../contract/limits.ts';
import {
  type AuthType,
  type Connector,
  type FeedFormat,
  isConnector,
  type RefreshInterval,
} from '../../../../contract/words/feeds.ts';
import { fieldMessages } from '../../api/request.ts';
import { inPageWords } from '../../words/feeds.ts';
import { signInOf } from '../../words/shops.ts';

/** Named as the service names them, so that its faults find their fields. */
export interface FeedValues {
  name: string;
  feed_url: string;
  /** `guess` stands for the format that the preview detects. */
  feed_format: FeedFormat | 'guess';
  refresh_interval: RefreshInterval;
  /** `kept` keeps the credentials that the service has and never shows. */
  auth_type: AuthType | 'none' | 'kept';
  /** The user, or the name of the header. */
  auth_name: string;
  /** The password, or the value of the header. */
  auth_secret: string;
  /** Text while it is typed. */
  max_removal_percent: number | string;
}

/** The values of a feed that is not registered yet. */
export const blankFeed: FeedValues = {
  ...{ name: '', feed_url: '', feed_format: 'guess', refresh_interval: '6h' },
  ...{ auth_type: 'none', auth_name: '', auth_secret: '' },
  max_removal_percent: limits.feedMaxRemovalPercentDefault,
};

export function valuesOfFeed(feed: FeedBody): FeedValues {
  const { name, feed_url, feed_format, refresh_interval, max_removal_percent } = feed;
  return {
    ...{ name, feed_url, feed_format, refresh_interval, max_removal_percent },
    ...{ auth_type: feed.has_auth ? 'kept' : 'none', auth_name: '', auth_secret: '' },
  };
}

/** The shop that is read by its API; null for a document. */
export function shopOf({ feed_format: format }: FeedValues): Connector | null {
  return format !== 'guess' && isConnector(format) ? format : null;
}

/** Faults that only a form can have; the service finds all others. */
export function checkFeedValues(values: FeedValues): Partial<Record<keyof FeedValues, string>> {
  const shop = shopOf(values);
  if (shop !== null) return checkShopValues(shop, values);
  const needsSecret = values.auth_type === 'basic' || values.auth_type === 'header';
  return {
    ...(values.feed_url.trim() === '' ? { feed_url: 'Paste the address of the feed.' } : {}),
    ...(needsSecret && values.auth_name.trim() === ''
      ? { auth_name: values.auth_type === 'basic' ? 'Give the user name.' : 'Give the name of the header.' }
      : {}),
    ...(values.auth_type === 'basic' && values.auth_name.includes(':')
      ? { auth_name: 'A user name holds no colon.' }
      : {}),
    ...(values.max_removal_percent === ''
      ? { max_removal_percent: 'Enter a whole number from 0 to 100.' }
      : {}),
  };
}

function checkShopValues(shop: Connector, values: FeedValues): ReturnType<typeof checkFeedValues> {
  const { nameLabel, secretLabel } = signInOf(shop, values.auth_type);
  const isKept = values.auth_type === 'kept';
  const lacks = (text: string) => !isKept && text.trim() === '';
  return {
    ...(values.feed_url.trim() === '' ? { feed_url: 'Give the address of the shop.' } : {}),
    ...(nameLabel !== undefined && lacks(values.auth_name)
      ? { auth_name: `Paste what ${nameLabel} says.` }
      : {}),
    ...(lacks(values.auth_secret) ? { auth_secret: `Paste what ${secretLabel} says.` } : {}),
    ...(values.max_removal_percent === ''
      ? { max_removal_percent: 'Enter a whole number from 0 to 100.' }
      : {}),
  };
}

/** Faults of a change. Saved credentials are sent to no other server than the one that they were given for. */
export function checkFeedChange(feed: FeedBody, values: FeedValues): ReturnType<typeof checkFeedValues> {
  const faults = checkFeedValues(values);
  const [known, next] = [originOf(feed.feed_url), originOf(values.feed_url)];
  if (values.auth_type !== 'kept' || next === null || next === known) return faults;
  const auth_type = `The saved credentials are for ${known}. Enter them again for ${next}, or choose none.`;
  return { ...faults, auth_type };
}

/** The faults that the service found, by field. */
export function faultsOf(error: unknown): Record<string, string> {
  const faults = Object.entries(fieldMessages(error));
  return Object.fromEntries(faults.map(([field, message]) => [field, inPageWords(message)]));
}

/** The body that registers the feed in this format. */
export function toFeedInput(values: FeedValues, format: FeedFormat): FeedInput {
  const { name, refresh_interval, max_removal_percent } = values;
  return {
    ...{ name: name.trim() || nameOfAddress(values.feed_url), feed_url: values.feed_url.trim() },
    ...{ feed_format: format, refresh_interval, max_removal_percent: Number(max_removal_percent) },
    ...authOf(values),
  };
}

/** The body that changes the feed; unchanged fields are left out. */
export function toFeedChange(feed: FeedBody, values: FeedValues): FeedPatch {
  const format = values.feed_format === 'guess' ? feed.feed_format : values.feed_format;
  const { auth_type, auth_secret, ...fields } = toFeedInput(values, format);
  const known = new Map<string, unknown>(Object.entries(feed));
  const changed = Object.entries(fields).filter(([field, value]) => value !== known.get(field));
  const cleared = feed.has_auth && values.auth_type === 'none';
  return {
    ...Object.fromEntries(changed),
    ...(cleared ? { auth_type: null, auth_secret: null } : authOf(values)),
  };
}

function authOf(values: FeedValues): Pick<FeedInput, 'auth_type' | 'auth_secret'> {
  const { auth_type: type, auth_name: name, auth_secret: secret } = values;
  if (type === 'none' || type === 'kept') return {};
  const shop = shopOf(values);
  const header = shop === null ? undefined : signInOf(shop, type).header;
  if (header !== undefined) {
    return { auth_type: type, auth_secret: `${header.name}: ${header.before}${secret.trim()}` };
  }
  const separator = type === 'basic' ? ':' : ': ';
  return { auth_type: type, auth_secret: `${name.trim()}${separator}${secret}` };
}

function originOf(url: string): string | null {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : null;
}

/** The host of an address, for a feed without a name; empty if the text is no address. */
export function nameOfAddress(url: string): string {
  return URL.canParse(url.trim()) ? new URL(url.trim()).hostname.replace(/^www\./, '') : '';
}
