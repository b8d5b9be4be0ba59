// Tests: test/browser/dashboard.test.ts.
import { unplacedMessage } from '../api/request.ts';
import { FormFault } from './form-fault.tsx';

interface FormFailureProps {
  /** The failure of the form's last call; null if it succeeded. */
  readonly error: unknown;
  readonly form: { readonly getValues: () => object };
}

/** Says why a form was refused. Shows nothing if each fault is shown at its field. */
export function FormFailure({ error, form }: FormFailureProps) {
  const message = unplacedMessage(error, form.getValues());
  return message === null ? null : <FormFault>{message}</FormFault>;
}
