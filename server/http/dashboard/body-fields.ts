/** The fields of a JSON body, checked one by one; every fault is kept, so that an answer lists all of them. */
import type { FastifyRequest } from 'fastify';
import { hasForbiddenCharacters } from '../../catalog/text.ts';
import { Faults } from '../../errors.ts';
import { jsonObjectOf } from '../body.ts';

/** Says what is wrong with a value, in words that do not repeat it; null where nothing is. */
export type FindFault = (text: string) => string | null;

/** Reads fields and keeps faults until `finish`. */
export interface BodyFields {
  has(name: string): boolean;
  /** The text of a field that must be there. Faulty fields read as empty. */
  text(name: string, findFault?: FindFault): string;
  choice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice;
  fault(name: string, message: string): void;
  /** Throws `validation_failed` with every fault found so far. */
  finish(): void;
}

/** The fields of a request's body. Throws `malformed_json`, `payload_too_large` or `validation_failed`. */
export function readBodyFields(request: FastifyRequest): BodyFields {
  const body = jsonObjectOf(request);
  const faults = new Faults();
  const read = (name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined);
  const fault = (name: string, message: string) => {
    faults.report(`/${name}`, `${name}_invalid`, message);
  };
  return {
    has: (name) => read(name) !== undefined,
    text(name, findFault = () => null) {
      const value = read(name);
      const message = typeof value === 'string' ? (textFault(value) ?? findFault(value)) : takesText(name);
      if (message !== null) fault(name, message);
      return typeof value === 'string' && message === null ? value : '';
    },
    choice(name, choices) {
      const found = choices.find((choice) => choice === read(name));
      if (found === undefined) fault(name, `"${name}" takes ${choices.join(', ')}.`);
      return found ?? choices[0];
    },
    fault,
    finish: () => faults.refuse(),
  };
}

function takesText(name: string): string {
  return `"${name}" takes text.`;
}

/** At every door alike, and on both databases. */
function textFault(text: string): string | null {
  return hasForbiddenCharacters(text) ? 'The text holds control characters or broken Unicode.' : null;
}
