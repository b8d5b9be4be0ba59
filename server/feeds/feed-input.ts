/** What merchants say of a feed (§4.6), checked: every fault is kept, so that an answer lists all of them. Pure. */

import { limits } from '../../contract/limits.ts';
import { type AuthType, authTypes, feedFormats, refreshIntervals } from '../../contract/words/feeds.ts';
import { nameGiven, quote } from '../catalog/problem.ts';
import type { RawProduct } from '../catalog/product.ts';
import { hasForbiddenCharacters, isLongerThan } from '../catalog/text.ts';
import { reportUnknown } from '../catalog/unknown-fields.ts';
import { AppError, Faults, validationFailed } from '../errors.ts';
import type { OutboundPolicy } from '../outbound/outbound.ts';
import { checkOutboundUrl, presentGiven } from '../outbound/url-rules.ts';
import type { Feed } from '../storage/feeds.ts';
import { type FeedSecret, readSecret } from './credentials.ts';

/** A feed as it was described. */
export interface FeedSettings
  extends Pick<Feed, 'name' | 'url' | 'format' | 'refreshInterval' | 'maxRemovalPercent'> {
  readonly secret: FeedSecret | null;
}

/** A change of a feed; what is absent stays. */
export interface FeedChange extends Partial<FeedSettings> {
  readonly isActive?: boolean;
}

/** What a new feed takes; a change also switches it off and on. */
const feedFields = [
  ...['name', 'feed_url', 'feed_format', 'refresh_interval', 'max_removal_percent'],
  ...['auth_type', 'auth_secret'],
];

/** Throws `validation_failed` or `feed_url_forbidden`. */
export function readFeedInput(body: RawProduct, policy: OutboundPolicy): FeedSettings {
  const fields = new FeedFields(body, feedFields, policy);
  const settings = {
    name: fields.name('required'),
    url: fields.url('required'),
    format: fields.choice('feed_format', feedFormats) ?? fields.missing('feed_format', feedFormats),
    refreshInterval: fields.choice('refresh_interval', refreshIntervals) ?? '6h',
    maxRemovalPercent: fields.percent() ?? limits.feedMaxRemovalPercentDefault,
    secret: fields.secret(null) ?? null,
  };
  fields.finish();
  return settings;
}

/** Throws `validation_failed` or `feed_url_forbidden`. */
export function readFeedChange(body: RawProduct, known: AuthType | null, policy: OutboundPolicy): FeedChange {
  const fields = new FeedFields(body, [...feedFields, 'is_active'], policy);
  const read = {
    name: fields.name('optional'),
    url: fields.url('optional'),
    format: fields.choice('feed_format', feedFormats),
    refreshInterval: fields.choice('refresh_interval', refreshIntervals),
    maxRemovalPercent: fields.percent(),
    secret: fields.secret(known),
    isActive: fields.flag('is_active'),
  };
  fields.finish();
  const given = Object.entries(read).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as FeedChange;
}

type Presence = 'required' | 'optional';

/** Reads the fields of a body one by one. A field that is absent, or faulty, reads as undefined or as empty. */
class FeedFields {
  readonly #body: RawProduct;
  readonly #policy: OutboundPolicy;
  readonly #faults = new Faults();

  constructor(body: RawProduct, known: readonly string[], policy: OutboundPolicy) {
    this.#body = body;
    this.#policy = policy;
    reportUnknown(body, { what: 'The body', known }, this.#faults.report);
  }

  name(presence: 'required'): string;
  name(presence: Presence): string | undefined;
  name(presence: Presence): string | undefined {
    const value = this.#read('name');
    if (value === undefined && presence === 'optional') return undefined;
    const name = typeof value === 'string' ? value.trim() : '';
    if (name === '' || isLongerThan(name, limits.fieldMaxLength)) {
      const takes = `a label of 1 to ${limits.fieldMaxLength} characters`;
      this.#fault('name', `"name" takes ${takes}, got ${quote(value)}.`);
    } else if (hasForbiddenCharacters(name)) {
      const takes = 'text without control characters or broken Unicode';
      this.#fault('name', `"name" takes ${takes}, got ${quote(value)}.`);
    }
    return name;
  }

  url(presence: 'required'): string;
  url(presence: Presence): string | undefined;
  url(presence: Presence): string | undefined {
    const value = this.#read('feed_url');
    if (value === undefined && presence === 'optional') return undefined;
    if (typeof value !== 'string') {
      const got = nameGiven(value);
      this.#fault('feed_url', `"feed_url" takes the absolute https address of the feed, got ${got}.`);
      return '';
    }
    const check = checkOutboundUrl(value, this.#policy);
    if (check.ok) return value;
    const message = `${check.message} Got ${quote(presentGiven(value))}.`;
    if (check.isForbidden) this.#fault('feed_url', message, forbidden);
    else this.#fault('feed_url', message);
    return value;
  }

  /** `show` says what was given. */
  choice<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    show: (given: unknown) => string = quote,
  ): Choice | undefined {
    const value = this.#read(name);
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.#fault(name, `"${name}" takes ${choices.join(', ')}, got ${show(value)}.`);
    return found ?? choices[0];
  }

  missing<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
    this.#fault(name, `"${name}" is missing; it takes ${choices.join(', ')}.`);
    return choices[0];
  }

  percent(): number | undefined {
    const value = this.#read('max_removal_percent');
    if (value === undefined) return undefined;
    if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100) return Number(value);
    const takes = 'a whole number from 0 to 100';
    this.#fault('max_removal_percent', `"max_removal_percent" takes ${takes}, got ${quote(value)}.`);
    return undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.#read(name);
    if (value === undefined || typeof value === 'boolean') return value;
    this.#fault(name, `"${name}" takes true or false, got ${quote(value)}.`);
    return undefined;
  }

  /** Undefined where nothing is said of it; null where there is to be none. `known`: how what is there is sent. */
  secret(known: AuthType | null): FeedSecret | null | undefined {
    const [type, given] = [this.#read('auth_type'), this.#read('auth_secret')];
    if (type === undefined && given === undefined) return undefined;
    if (type === null || given === null) {
      // To clear what is there it is enough to say so of one of them.
      if (typeof given === 'string' || (typeof type === 'string' && known === null)) this.#faultOfPair();
      return null;
    }
    // A secret in the wrong field is not repeated.
    const chosen = this.choice('auth_type', authTypes, nameGiven) ?? known;
    if (chosen === null) {
      this.#fault('auth_type', `"auth_type" takes ${authTypes.join(', ')}, and belongs to "auth_secret".`);
      return null;
    }
    // What was given to be sent in one way is never sent in another.
    if (given === undefined && chosen === known) return undefined;
    if (typeof given !== 'string') {
      this.#faultOfPair();
      return null;
    }
    const read = readSecret(chosen, given);
    if (read.ok) return read.secret;
    this.#fault('auth_secret', read.message);
    return null;
  }

  finish(): void {
    this.#faults.refuse((errors) => {
      const [first, ...rest] = errors;
      const isForbidden = rest.length === 0 && first.code === forbidden;
      return isForbidden
        ? new AppError('feed_url_forbidden', first.message, { errors })
        : validationFailed(errors);
    });
  }

  #faultOfPair(): void {
    const message = '"auth_type" and "auth_secret" belong together: give both as text, or neither.';
    this.#fault('auth_secret', message);
  }

  #read(name: string): unknown {
    return Object.hasOwn(this.#body, name) ? this.#body[name] : undefined;
  }

  #fault(name: string, message: string, code = `${name}_invalid`): void {
    this.#faults.report(`/${name}`, code, message);
  }
}

const forbidden = 'feed_url_forbidden';
