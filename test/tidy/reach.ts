/** Rules about what code may reach for: the environment, time, randomness, normalization. Each has one file; others are handed it. */
import { codeTokens, type Token } from './lexer.ts';
import { isOutsideTheProduct, type Rule } from './offence.ts';

interface Forbidden {
  /** Texts of consecutive tokens. */
  readonly sequence: readonly string[];
  /** The only files of the product that may hold them: the service's own, the dashboard's, the widget's and the client's. */
  readonly homes: readonly string[];
  readonly instead: string;
}

const environment = { homes: ['server/settings/config.ts'], instead: 'read it there and pass the value in' };
const time = {
  homes: [
    ...['server/clock.ts', 'dashboard/src/words/clock.ts', 'widget/src/clock.ts'],
    'packages/client/src/clock.ts',
  ],
  instead: 'take a Clock as a parameter',
};
const randomness = {
  homes: [
    ...['server/ids.ts', 'dashboard/src/words/random.ts', 'widget/src/ids.ts'],
    'packages/client/src/random.ts',
  ],
  instead: 'use a function of that file',
};

const normalization = {
  sequence: ['.', 'normalize', '('],
  homes: ['contract/normal-form.ts', 'server/accounts/account-fields.ts', 'server/accounts/passwords.ts'],
  instead: 'use normalForm',
};

const places: readonly Forbidden[] = ['dirname', 'filename'].map((name) => ({
  sequence: ['import', '.', 'meta', '.', name],
  homes: [],
  instead: 'a packed module lies elsewhere than its source; use import.meta.url (record 0043)',
}));

const environmentReads: readonly Forbidden[] = [
  { sequence: ['process', '.', 'env'], ...environment },
  { sequence: ['loadEnvFile', '('], ...environment },
];
const timeReads: readonly Forbidden[] = [
  { sequence: ['Date', '.', 'now'], ...time },
  { sequence: ['new', 'Date', '('], ...time },
  { sequence: ['performance', '.', 'now'], ...time },
  { sequence: ['hrtime'], ...time },
  { sequence: ['Temporal', '.', 'Now'], ...time },
];
const randomReads: readonly Forbidden[] = [
  ...['randomUUID', 'randomUUIDv7', 'randomBytes', 'randomInt', 'getRandomValues', 'randomFillSync'].map(
    (name) => ({ sequence: [name], ...randomness }),
  ),
  { sequence: ['Math', '.', 'random'], ...randomness },
];

/** `process.env` only in config.ts. Tests, benchmarks and scripts start processes and are free. */
export const environmentOnlyInConfig: Rule = (files) =>
  findForbidden(
    environmentReads,
    files.filter(({ path }) => !isOutsideTheProduct(path)),
  );

/** The time only from clock.ts. Test files make dates of their own. */
export const timeOnlyInClock: Rule = (files) =>
  findForbidden(
    timeReads,
    files.filter(({ path }) => !isOutsideTheProduct(path)),
  );

/** Unicode normalization only where it takes linear time, or of a text that was cut. Browsers normalize texts of their own. */
export const normalizedInLinearTime: Rule = (files) =>
  findForbidden(
    [normalization],
    files.filter(({ path }) => !isOutsideTheProduct(path) && !/^(dashboard|widget|packages)\//.test(path)),
  );

/** What is packed finds files beside its source by `import.meta.url` alone (`bin/pack-service.ts`). */
export const placesByUrl: Rule = (files) =>
  findForbidden(
    places,
    files.filter(({ path }) => !isOutsideTheProduct(path) && /^(server|contract|csv|demo)\//.test(path)),
  );

/** Randomness only from ids.ts. */
export const randomnessOnlyInIds: Rule = (files) =>
  findForbidden(
    randomReads,
    files.filter(({ path }) => !isOutsideTheProduct(path)),
  );

function findForbidden(forbidden: readonly Forbidden[], files: Parameters<Rule>[0]): ReturnType<Rule> {
  return files.flatMap(({ path, text }) => {
    const tokens = codeTokens(text);
    return tokens.flatMap(({ line }, index) =>
      forbidden
        .filter(({ homes, sequence }) => !homes.includes(path) && startsWith(tokens, index, sequence))
        .map(({ sequence, homes, instead }) => ({
          path,
          line,
          message: `uses ${sequence.join('')}${homes.length === 0 ? '' : `, which belongs to ${homes.join(' and ')}`}: ${instead}.`,
        })),
    );
  });
}

/** Whether the tokens from `index` on are exactly these words and signs. */
export function startsWith(tokens: readonly Token[], index: number, sequence: readonly string[]): boolean {
  return sequence.every((text, offset) => {
    const token = tokens[index + offset];
    return token?.text === text && token.kind !== 'string' && token.kind !== 'template';
  });
}
