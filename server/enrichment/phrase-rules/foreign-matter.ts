/**
 * Detects texts that are not phrases but got into the answer of a generator: personal data, addresses, prices, markup, and statements
 * of a language model, its own or caused by an injected instruction. Pure; it drops nothing itself. Any text is accepted, and what is
 * not recognised passes: the patterns are narrow so that real phrases stay. Numbers count from 9 digits on (7 as `555-0123`).
 */
// Tests: ./foreign-matter.test.ts.

const email = /[^\s@]+@[^\s@]+\.[^\s@]{2,}/u;
const handle = /(?:^|[\s(])@\s?[\p{N}_.]*\p{L}|\p{L}@\p{L}/u;
/** A contact: a messaging service with a name or number after it. */
const account =
  /\b(?:whatsapp|telegram|wechat|viber|line id|skype|insta(?:gram)?|tiktok|facebook|discord|snapchat)\s*[:@+]/i;
/** Messaging and mail services, which shoppers do not type into a shop; those of the second list only after `at`. */
const services: ReadonlySet<string> = new Set(
  'whatsapp telegram wechat viber gmail hotmail protonmail'.split(' '),
);
const servicesAt: ReadonlySet<string> = new Set('yahoo outlook icloud aol gmx'.split(' '));
/** Currencies of which the name is enough, as amounts are said. */
const spokenCurrencies: ReadonlySet<string> = new Set('dollars bucks euros quid'.split(' '));
/** `555-0123`: what is no range of years or sizes. */
const localNumber = /(?<![\d-])\d{3}-\d{4}(?![\d-])/g;
const streetAddress = new RegExp(
  `\\d{1,4}[a-z]?\\s+(?:[\\p{L}'.]+\\s+){1,2}(?:street|avenue|boulevard|blvd)(?![\\p{L}])` +
    `|[\\p{L}]+(?:stra(?:ss|ß)e|str\\.|allee|platz)\\s+\\d{1,4}(?![\\d\\p{L}])|(?<!\\p{L})(?:rue|calle|via)\\s+(?:[\\p{L}']+\\s+){1,3}\\d{1,4}(?!\\d)`,
  'iu',
);
/** Nine digits or more, with what people put between them in numbers of phones, cards and accounts. */
const longNumber = /\+?\d(?:[\s().\-/]{0,2}\d){8,}/g;
const iban = /\b[a-z]{2}\d{2}(?:\s?[a-z0-9]{4}){3,}/i;

/** The street in a phrase, or null. The caller must check whether the title has it as a name. */
export function streetIn(phrase: string): string | null {
  return /\d/.test(phrase) ? (streetAddress.exec(phrase)?.[0] ?? null) : null;
}

/** The messaging or mail service among folded words, or null; like {@link streetIn}. */
export function serviceIn(words: readonly string[]): string | null {
  return (
    words.find((word, index) => services.has(word) || (servicesAt.has(word) && words[index - 1] === 'at')) ??
    null
  );
}

/** The currency among folded words that form an amount, or null; like {@link streetIn}. */
export function currencyIn(words: readonly string[]): string | null {
  return words.find((word) => spokenCurrencies.has(word)) ?? null;
}

/**
 * Whether a phrase contains an e-mail address, a handle, or a number that may be personal. `isOwn` says whether digits occur in the
 * product, whose codes are long numbers too.
 */
export function hasPersonalData(phrase: string, isOwn: (digits: string) => boolean): boolean {
  if (!/[@:+\d]/.test(phrase)) return false;
  if (email.test(phrase) || handle.test(phrase) || account.test(phrase)) return true;
  const numbers = [...(phrase.match(longNumber) ?? []), ...(phrase.match(localNumber) ?? [])];
  if (numbers.some((number) => !isOwn(number.replace(/\D/g, '')))) return true;
  const banked = iban.exec(phrase)?.[0];
  return banked !== undefined && !isOwn(banked.replace(/\D/g, ''));
}

const scheme = /\b(?:https?|ftp|javascript|data|mailto|tel|sms|tg):/;
const topLevels =
  'com|net|org|info|biz|shop|store|online|site|xyz|app|dev|io|co|me|ly|gl|gg|ai|to|tv|cc|ws|top|click|link|live|club|vip|win|bet' +
  '|space|website|page|cloud|world|today|fun|icu|ru|рф|cn|jp|kr|in|de|fr|es|it|nl|pl|cz|sk|hu|ro|uk|ua|tr|ch|at|be|se|dk|no|fi|pt' +
  '|br|us|eu|ca|au|gr|il|ae|th|vn|id';
/** A letter in each name, so that `15.6 in` and `802.11` are none. */
const host = new RegExp(
  '(?<![\\p{L}\\p{N}])(?:www[.。]\\S+|[\\p{L}\\p{N}-]*\\p{L}[\\p{L}\\p{N}-]*' +
    `(?:[.。](?:${topLevels})|\\s?(?:[.。]|(?<=\\s)(?:dot|punkt|punto|nokta)(?=\\s))\\s?(?:com|net|org|me|ru))` +
    '(?![\\p{L}\\p{N}-])(?:[/:?#]\\S*)?)',
  'u',
);
/** `t.me/name`, `host.anything/page`. */
const pathOfHost = /(?<![\p{L}\p{N}])[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/\S+/u;
const ipAddress = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/;

/** A name before a point and an ending that is none of the above: `shop.example`. */
const pointedName = /(?<![\p{L}\p{N}.])\p{L}{3,}[.。]\p{L}{3,}(?![\p{L}\p{N}.])/u;

/** The web address in a folded phrase, or null. The caller must check whether it is a brand (`startech.com`). */
export function webAddress(foldedPhrase: string): string | null {
  if (!/[.:。]|\s(?:dot|punkt|punto|nokta)\s/.test(foldedPhrase)) return null;
  const found =
    scheme.exec(foldedPhrase) ??
    host.exec(foldedPhrase) ??
    pathOfHost.exec(foldedPhrase) ??
    pointedName.exec(foldedPhrase) ??
    ipAddress.exec(foldedPhrase);
  return found === null ? null : found[0];
}

const beforeAmount =
  'eur|euro|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|uah|aed|sar|thb|jpy|cny|rmb|inr|brl|aud|cad|krw';
const behindAmount = `${beforeAmount}|euros|dollars?|zł|zl|kč|kc|ron|lei|tl|lira|rub|руб|рублей|грн|درهم|ريال|บาท|yen|reais|kr|원|円|元`;
const amount = /\d[\d.,']*/.source;
const namedPrice = new RegExp(
  `${amount}\\s*(?:${behindAmount})(?![\\p{L}\\p{M}\\p{N}])|(?<![\\p{L}\\p{N}])(?:${beforeAmount})[\\s.]*${amount}`,
  'iu',
);
/** Numbers as prices are written: `9,99`. */
const barePrice = /(?<![\d.,\p{L}])\d{1,4}[.,](?:\d9|\d5|\d0)(?![\d.,]|\s?["'”″′%]|\s?[\p{L}])/u;
const signedPrice = new RegExp(`\\p{Sc}\\s*(?:${amount})?|${amount}\\s*\\p{Sc}`, 'u');

/** The price that a phrase names, or null. `3 kr` is one; a currency without an amount is not, except its sign. */
export function priceIn(phrase: string): string | null {
  const signed = signedPrice.exec(phrase);
  if (signed !== null) return signed[0];
  if (!/\d/.test(phrase)) return null;
  return (namedPrice.exec(phrase) ?? (/[.,]/.test(phrase) ? barePrice.exec(phrase) : null))?.[0] ?? null;
}

/** Characters of code, markup and model tokens, which shoppers never type. */
const markup = /[<>{}[\]|\\`^~]|&\w+;|\*\*|##|\$\(|:\/\/|={2,}|;\s*--|\p{Extended_Pictographic}|\u{e0020}/u;

/**
 * Control characters, private and unassigned ones, tags, and what turns the direction of text, by which it is hidden from
 * people.
 */
const unreadable = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** Whether a phrase contains markup, pictures or unreadable characters. */
export function hasMarkup(phrase: string): boolean {
  return unreadable.test(phrase) || markup.test(phrase.replace(/[©®™]/g, ''));
}

/** Folded talk to or of a model, in the languages in which it is usually tried. */
const instructions: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.*\b(?:instructions?|prompts?|rules?|above|previous|prior|guidelines|everything)\b/,
  /\b(?:previous|prior|above|following|system|developer|hidden|secret)\s+(?:instructions?|prompts?|messages?)\b/,
  /\b(?:as an ai|language model|large language|chatgpt|gpt-?\d|openai|anthropic|jailbreak|dan mode|developer mode|system prompt|prompt injection)\b/,
  /\b(?:you are (?:now|a|an)|act as|pretend (?:to|you)|i am unable|i cannot|i can't|i'm sorry|sorry, i|do anything now)\b/,
  /\b(?:here (?:are|is)|certainly|sure)\b\s*(?:[,:!]|(?:the|your|some|a)\b)/,
  /\b(?:suggestion|search)[_ ](?:phrases?)\b|\bphrases?\s*:|\boutput only\b|\breturn (?:only )?json\b|\bjson (?:object|array|schema)\b/,
  /\b(?:assistant|system|user|human|developer)\s*:|\bim_(?:start|end)\b|\bendoftext\b|\binst\b.*\binst\b/,
  /\b(?:reveal|print|repeat|leak|show|tell me)\b.*\b(?:prompt|instructions?|api key|secret|password|token)\b/,
  /\b(?:drop table|union select|rm -rf|curl |wget )/,
  /\bignorier\w*\b.*\b(?:anweisung|anweisungen|regeln|vorherig\w*)\b|\bvorherige\w* anweisung\w*/,
  /\bignor\w*\b.*\b(?:instructions? precedentes?|instrucciones|istruzioni|instrucoes|instructies|instrukcj\w*|pokyny|talimat\w*|instruktioner\w*)\b/,
  /\b(?:onceki|yukaridaki)\b.*\btalimat\w*|\binstrucciones anteriores\b|\binstructions precedentes\b/,
  /игнорир\S*.*инструкци|предыдущи\S* инструкци|تجاهل.*(?:التعليمات|تعليمات)|忽略.*(?:指令|指示|提示)|無視.*指示|指示.*無視|ละเว้นคำสั่ง|เพิกเฉย.*คำสั่ง/,
];

/** Whether a folded phrase is an instruction, or a statement of a model about itself. */
export function isInstruction(foldedPhrase: string): boolean {
  return instructionIn(foldedPhrase) !== null;
}

/** The instruction in a folded text, or null. */
export function instructionIn(folded: string): string | null {
  for (const pattern of instructions) {
    const found = pattern.exec(folded);
    if (found !== null) return found[0];
  }
  return null;
}
