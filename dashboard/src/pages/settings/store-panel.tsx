import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { StoreSettings } from '../../api/answers.ts';
import { fieldMessages, messageOf } from '../../api/request.ts';
import { type SettingsChange, useChangeSettings, useStoreSettings } from '../../api/settings.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FormFault } from '../../parts/form-fault.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatCount } from '../../words/numbers.ts';

/** Name, currency and language of the store, and what its plan holds. */
export function StorePanel() {
  const { storeId } = useStore();
  const settings = useStoreSettings(storeId);
  return (
    <Panel title="Store">
      {settings.isError && <FailureNote error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton h={150} />}
      {settings.data !== undefined && <StoreForm key={storeId} settings={settings.data.store} />}
    </Panel>
  );
}

function StoreForm({ settings }: { readonly settings: StoreSettings }) {
  const { storeId, may } = useStore();
  const change = useChangeSettings(storeId);
  const { name, currency, locale } = settings;
  const form = useForm<SettingsChange>({ initialValues: { name, currency, locale } });
  const readOnly = !may('owner');
  const submit = form.onSubmit((input) =>
    change.mutate(input, {
      onSuccess: () => {
        form.resetDirty(input);
        noticeDone('The settings were saved. Autocomplete follows within seconds.');
      },
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Name" readOnly={readOnly} {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Currency"
            description="Of products that name none; ISO 4217, such as EUR."
            maxLength={3}
            readOnly={readOnly}
            {...form.getInputProps('currency')}
          />
          <TextInput
            label="Language"
            description="Of the catalog, such as en, de or pt-BR."
            readOnly={readOnly}
            {...form.getInputProps('locale')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          Plan {settings.plan}: {limitWords(settings.products_limit, 'products')},{' '}
          {limitWords(settings.enriched_limit, 'products with generated phrases')}. Store id{' '}
          <code>{settings.id}</code>
        </Text>
        {change.isError && <FormFault>{messageOf(change.error)}</FormFault>}
        {readOnly ? (
          <Text size="sm" c="dimmed">
            Only owners change these.
          </Text>
        ) : (
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function limitWords(limit: number | null, what: string): string {
  return limit === null ? `any number of ${what}` : `${formatCount(limit)} ${what}`;
}
