import { unplacedMessage } from '../api/request.ts';
import { FormFault } from './form-fault.tsx';

interface FormFailureProps {
  /** Of the call that the form made; null where it went well. */
  readonly error: unknown;
  readonly form: { readonly getValues: () => object };
}

/** Why a form was refused, unless its fields say so themselves. */
export function FormFailure({ error, form }: FormFailureProps) {
  const message = unplacedMessage(error, form.getValues());
  return message === null ? null : <FormFault>{message}</FormFault>;
}
