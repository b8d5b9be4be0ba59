/**
 * Names the currencies and languages that a store may have, and guesses those of the person at the browser. Pure; names
 * are English. A value that is not in a list is added to it, so that no setting is lost.
 */
// Tests: ./locales.test.ts.

/** A value with the name that people see. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Languages of catalogs by their tags; further regions are written where the language differs in a shop. */
const languages = [
  ...[
    'ar',
    'bg',
    'bn',
    'ca',
    'cs',
    'da',
    'de',
    'de-AT',
    'de-CH',
    'el',
    'en',
    'en-AU',
    'en-CA',
    'en-GB',
    'en-IN',
  ],
  ...[
    'en-US',
    'es',
    'es-AR',
    'es-MX',
    'et',
    'eu',
    'fa',
    'fi',
    'fr',
    'fr-BE',
    'fr-CA',
    'fr-CH',
    'gl',
    'he',
    'hi',
  ],
  ...[
    'hr',
    'hu',
    'id',
    'is',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'ms',
    'nb',
    'nl',
    'nl-BE',
    'nn',
    'pl',
    'pt',
    'pt-BR',
  ],
  ...[
    'ro',
    'ru',
    'sk',
    'sl',
    'sq',
    'sr',
    'sv',
    'sw',
    'ta',
    'th',
    'fil',
    'tr',
    'uk',
    'ur',
    'vi',
    'zh',
    'zh-HK',
  ],
  'zh-TW',
];

/** The currencies of regions in which browsers are common; of others the dollar is offered. */
const currencyRegions: Readonly<Record<string, string>> = {
  EUR: 'AT BE HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES',
  ...{ AED: 'AE', ARS: 'AR', AUD: 'AU', BGN: 'BG', BRL: 'BR', CAD: 'CA', CHF: 'CH LI', CLP: 'CL', CNY: 'CN' },
  ...{ COP: 'CO', CZK: 'CZ', DKK: 'DK', EGP: 'EG', GBP: 'GB', HKD: 'HK', HUF: 'HU', IDR: 'ID', ILS: 'IL' },
  ...{ INR: 'IN', ISK: 'IS', JPY: 'JP', KES: 'KE', KRW: 'KR', KWD: 'KW', MAD: 'MA', MXN: 'MX', MYR: 'MY' },
  ...{ NGN: 'NG', NOK: 'NO', NZD: 'NZ', PEN: 'PE', PHP: 'PH', PKR: 'PK', PLN: 'PL', RON: 'RO', RSD: 'RS' },
  ...{ SAR: 'SA', SEK: 'SE', SGD: 'SG', THB: 'TH', TRY: 'TR', TWD: 'TW', UAH: 'UA', VND: 'VN', ZAR: 'ZA' },
};

/** All currencies in use, by name: `Euro (EUR)`. */
export function currencyChoices(current: string): Choice[] {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  return choices([...Intl.supportedValuesOf('currency'), current], names);
}

/** Languages by name: `German (de)`. */
export function languageChoices(current: string): Choice[] {
  return choices([...languages, current], new Intl.DisplayNames(['en'], { type: 'language' }));
}

function choices(values: readonly string[], names: Intl.DisplayNames): Choice[] {
  const labelOf = (value: string) => {
    const name = names.of(value) ?? value;
    return name === value ? value : `${name} (${value})`;
  };
  return [...new Set(values)]
    .map((value) => ({ value, label: labelOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** The language and currency to begin with, by the languages of a browser. English and dollars where nothing fits. */
export function guessLocale(preferred: readonly string[]): {
  readonly locale: string;
  readonly currency: string;
} {
  const tags = preferred.flatMap(parseTag);
  const language = tags
    .flatMap((tag) => [tag.baseName, tag.language])
    .find((name) => languages.includes(name));
  const region = tags.map((tag) => tag.maximize().region).find((name) => name !== undefined) ?? '';
  const [currency = 'USD'] =
    Object.entries(currencyRegions).find(([, regions]) => regions.split(' ').includes(region)) ?? [];
  return { locale: language ?? 'en', currency };
}

function parseTag(text: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(text)];
  } catch {
    return [];
  }
}
