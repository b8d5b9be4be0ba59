/**
 * Formats of bodies for the texts that people type about themselves and each other. No message repeats a typed text. Pure. E-mails
 * have at most 254 characters and are made lower case; passwords are not read here. A text that does not fit is reported with its
 * place and code, never thrown.
 */
// Tests: test/api/dashboard-members.test.ts.
import { emailFault, nameFault, normalizeEmail } from '../../accounts/account-fields.ts';
import { hasForbiddenCharacters } from '../../catalog/text.ts';
import type { Formats, ReadFormat } from '../../operations/read-by-schema.ts';

/** The readers of these formats. */
export const accountFormats: Formats = {
  email: textOf(normalizeEmail, emailFault),
  'person-name': textOf((text) => text.trim(), nameFault),
  secret: textOf(
    (text) => text,
    () => null,
  ),
};

/** Text in the form that `normalize` makes; `faultOf` says what is wrong with that, or null. */
function textOf(normalize: (text: string) => string, faultOf: (text: string) => string | null): ReadFormat {
  return (value, { path, name }, report) => {
    const text = typeof value === 'string' && !hasForbiddenCharacters(value) ? normalize(value) : undefined;
    const fault = text === undefined ? `"${name}" takes text without control characters.` : faultOf(text);
    if (fault === null) return text;
    report(path, `${name}_invalid`, fault);
    return undefined;
  };
}
