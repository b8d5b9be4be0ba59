/** Values of attributes that say that the product has not what the label names. */
import { fold } from './fold.ts';

const denials = new Set(
  [
    'no',
    'none',
    'false',
    '0',
    'n',
    '-',
    'nein',
    'non',
    'nao',
    'nee',
    'nej',
    'nei',
    'nie',
    'ne',
    'hayir',
    'yok',
    'нет',
    'いいえ',
    '否',
    'لا',
  ].map(fold),
);

/** Whether a value denies its label: `bluetooth: no` is not found by `bluetooth`. */
export function isDenied(value: string): boolean {
  return value.length <= 6 && denials.has(fold(value));
}
