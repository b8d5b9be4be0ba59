/**
 * Normalizes an e-mail and finds faults of names, e-mails and passwords. A fault is a sentence for people, or null; it never repeats
 * the password. Nothing is looked up or stored. Limits in characters: e-mails 254, names 1 to 255, passwords 10 to 200; longer texts
 * are cut before costly work and stay too long. Nothing throws.
 */
// Tests: ./account-fields.test.ts.
import { limits } from '../../contract/limits.ts';
import { findUnseen } from '../../contract/visible-text.ts';
import { secretKeyFault } from '../catalog/text.ts';

/**
 * An e-mail as it is stored and looked up. A text that is longer than any e-mail is cut, and stays too long for one:
 * normalization takes quadratic time, 1.7 s for 64 KiB of combining marks.
 */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim();
  const cut = cutText(trimmed, limits.emailMaxLength);
  return cut === trimmed ? trimmed.normalize('NFC').toLowerCase() : cut;
}

/** The text, or where it has more than `maxLength` characters surely a part of it that still has more. */
export function cutText(text: string, maxLength: number): string {
  // A character takes at most two units of UTF-16.
  return text.slice(0, 2 * maxLength + 1);
}

/**
 * Invisible characters in an e-mail. None of them has work to do there: in an e-mail no character joins others or gives
 * them a style.
 */
const unseenInEmail = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Says what is wrong with a normalized e-mail, or null. Only a message to it could show whether it exists. */
export function emailFault(email: string): string | null {
  const isOne = /^[^\s@]+@[^\s@]+$/u.test(email) && lengthOf(email) <= limits.emailMaxLength;
  const unseen = unseenFault('e-mail', findUnseen(email, unseenInEmail));
  return unseen ?? (isOne ? null : 'The e-mail takes an address such as ada@shop.example.');
}

/** Says what is wrong with the trimmed name of a person or a thing, or null. */
export function nameFault(name: string): string | null {
  const isOne = name !== '' && lengthOf(name) <= limits.fieldMaxLength;
  if (!isOne) return `The name takes 1 to ${limits.fieldMaxLength} characters.`;
  return unseenFault('name', findUnseen(name)) ?? secretKeyFault('The name', name);
}

/** Refuses characters that are not seen: people would take such a text for another one. */
function unseenFault(what: string, found: ReturnType<typeof findUnseen>): string | null {
  if (found === null) return null;
  const { name, place } = found;
  return `Character ${place} of the ${what} is ${name}, which is not seen or turns text around: leave it out.`;
}

/** Says what is wrong with a new password, or null. The message holds nothing of the password itself. */
export function passwordFault(password: string, email: string): string | null {
  const length = lengthOf(password);
  if (length < limits.passwordMinLength || length > limits.passwordMaxLength)
    return `The password takes ${limits.passwordMinLength} to ${limits.passwordMaxLength} characters.`;
  const folded = password.trim().toLowerCase();
  const [localPart] = email.split('@');
  if (folded === email || folded === localPart)
    return 'The password is the e-mail: choose one that no one can guess.';
  if (commonPasswords.has(folded) || /^(.)\1*$/u.test(folded))
    return 'The password is one of those that are tried first: choose one that no one can guess.';
  return null;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * The most common passwords of ten characters and more in public lists of leaked ones (such as SecLists' "10 million
 * passwords"), in lower case; shorter ones are refused for their length.
 */
const commonPasswords: ReadonlySet<string> = new Set([
  '1234567890',
  '12345678910',
  '123456789a',
  '0123456789',
  '0987654321',
  '9876543210',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  '1qazxsw23edc',
  'q1w2e3r4t5',
  'q1w2e3r4t5y6',
  'qwertyuiop',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop123',
  'asdfghjkl1',
  'asdfghjkl;',
  'zaq12wsxcde3',
  'abcdefghij',
  'abcd123456',
  'abc1234567',
  'a123456789',
  'aa12345678',
  'password12',
  'password123',
  'password1234',
  'password12345',
  'password123!',
  'passw0rd123',
  'p@ssw0rd123',
  'iloveyou12',
  'iloveyou123',
  'letmein123',
  'letmein1234',
  'welcome123',
  'welcome1234',
  'changeme123',
  'changemenow',
  'administrator',
  'admin12345',
  'admin123456',
  'basketball',
  'football123',
  'baseball123',
  'princess123',
  'superman123',
  'monkey1234',
  'dragon1234',
  'sunshine123',
  'trustno1trustno1',
  'foretype123',
]);
