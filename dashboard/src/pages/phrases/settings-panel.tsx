// Tests: test/browser/dashboard-phrases.test.ts.
import { Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { EnrichmentBody } from '../../../../contract/enrichment.ts';
import { useChange } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';

/**
 * The words that no phrase may hold, and the budget of a month (`PATCH /enrichment`). Only editors and owners can
 * change them; faults are shown at their fields.
 */
export function SettingsPanel({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { storeId, may } = useStore();
  const change = useChange(storeId, 'PATCH /enrichment');
  const { budget, blocklist, provider } = enrichment;
  const form = useForm({
    initialValues: { monthly_budget_usd: budget.monthly_usd ?? '', blocklist: [...blocklist] },
  });
  const submit = form.onSubmit(({ monthly_budget_usd: amount, blocklist: words }) =>
    change.mutate(
      { body: { monthly_budget_usd: amount.trim() === '' ? null : amount.trim(), blocklist: words } },
      {
        onSuccess: () => {
          form.resetDirty();
          noticeDone('Saved. Phrases with blocked words leave the index within seconds.');
        },
        onError: (error) => form.setErrors(fieldMessages(error)),
      },
    ),
  );
  return (
    <Panel title="Limits">
      <form onSubmit={submit}>
        <Stack>
          <TagsInput
            label="Blocked words"
            description="Generated phrases never contain these words. Enter ends a word or phrase."
            readOnly={!may('editor')}
            clearable
            {...form.getInputProps('blocklist')}
          />
          {provider !== 'offline' && (
            <TextInput
              label="Budget a month"
              description="In US dollars; empty for none. Works only if the model's price is configured."
              leftSection="$"
              inputMode="decimal"
              readOnly={!may('editor')}
              {...form.getInputProps('monthly_budget_usd')}
            />
          )}
          <FormFailure error={change.error} form={form} />
          {may('editor') ? (
            <Group>
              <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
                Save
              </Button>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              Only editors and owners change these.
            </Text>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
