// Tests: test/browser/dashboard-query.test.ts.
import { ActionIcon, Text } from '@mantine/core';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useChange, useRead } from '../../api/call.ts';
import { Icon } from '../../parts/icon.tsx';
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
  const known = enrichment.data?.enrichment.blocklist;
  const hide = (suggestion: string, blocklist: readonly string[]) =>
    change.mutateAsync({ body: { blocklist: [...blocklist, suggestion] } }).then(
      () => noticeDone(`“${visibleText(suggestion)}” is no longer suggested. Phrases, Settings lists it.`),
      (error: unknown) => noticeFailure(error),
    );
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
      {known !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={`Never suggest ${suggestion}`}
          onClick={() => void hide(suggestion, known)}
        >
          <Icon name="close" size={12} />
        </ActionIcon>
      )}
    </span>
  ));
}
