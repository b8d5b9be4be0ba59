// Tests: test/browser/dashboard-query.test.ts.
import { Text } from '@mantine/core';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useChange, useRead } from '../../api/call.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { searchAddress } from '../../words/search-address.ts';
import classes from './query.module.css';

/**
 * The suggestions of a query, each with a link to its own page. Editors can hide one for good: it joins the blocked words of the store
 * (`PATCH /enrichment`), where it can be shown again.
 */
export function SuggestionChips({ suggestions }: { readonly suggestions: readonly string[] }) {
  const { storeId, may } = useStore();
  const enrichment = useRead(storeId, 'GET /enrichment', may('editor') ? {} : null);
  const change = useChange(storeId, 'PATCH /enrichment');
  const hide = async (suggestion: string) => {
    // The list is replaced as a whole: it must be the newest.
    const blocklist = (await enrichment.refetch()).data?.enrichment.blocklist ?? [];
    await change.mutateAsync({ body: { blocklist: [...blocklist, suggestion] } });
    noticeDone(`“${visibleText(suggestion)}” is no longer suggested. The blocked words are under Phrases.`);
  };
  if (suggestions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  }
  return suggestions.map((suggestion) => (
    <span key={suggestion} className={classes.chip}>
      <TextLink {...searchAddress(storeId, suggestion)}>{visibleText(suggestion)}</TextLink>
      {may('editor') && (
        <ConfirmButton
          label="✕"
          ariaLabel={`Never suggest ${suggestion}`}
          size="compact-xs"
          title={`Never suggest “${visibleText(suggestion)}”?`}
          confirmLabel="Block these words"
          isPending={change.isPending}
          onConfirm={() => void hide(suggestion).catch(noticeFailure)}
        >
          No phrase with these words is suggested any more, in the whole store. You can take it back under
          Phrases.
        </ConfirmButton>
      )}
    </span>
  ));
}
