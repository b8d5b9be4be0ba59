// Tests: test/browser/dashboard-install.test.ts, test/browser/dashboard-onboarding.test.ts.
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldMessages } from '../api/request.ts';
import { withScheme } from '../words/addresses.ts';
import classes from './address-form.module.css';
import { FormFailure } from './form-failure.tsx';

interface AddressFormProps {
  readonly label: string;
  /** The text of the button. */
  readonly action: string;
  readonly isPending: boolean;
  /** The error of the last sending; null if it was not refused. */
  readonly error: unknown;
  /** Sends the address, with https if no scheme was typed. Rejects if the service refuses it. */
  readonly onSend: (url: string) => Promise<unknown>;
}

/** Takes the address of a page and sends it to the caller’s operation. Faults of the address are shown at the field, others below it. */
export function AddressForm({ label, action, isPending, error, onSend }: AddressFormProps) {
  const form = useForm({ initialValues: { url: '' } });
  const submit = form.onSubmit(({ url }) => {
    onSend(withScheme(url)).catch((failure: unknown) => form.setErrors(fieldMessages(failure)));
  });
  return (
    <form onSubmit={submit}>
      <div className={classes.address}>
        <TextInput
          label={label}
          placeholder="https://shop.example"
          inputMode="url"
          autoComplete="url"
          required
          withAsterisk={false}
          {...form.getInputProps('url')}
        />
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
      </div>
      <FormFailure error={error} form={form} />
    </form>
  );
}
