// Tests: test/browser/dashboard-query.test.ts.
import { Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useRead } from '../../api/call.ts';
import { isDamage } from '../../api/poll.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { DamagedSettings } from '../../parts/damaged-settings.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { defaultLook } from '../../parts/look.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { WidgetPreview } from '../../parts/widget-preview.tsx';
import { useStore } from '../../shell/current-store.ts';
import { searchAddress } from '../../words/search-address.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import classes from './query.module.css';
import { WhyPanel } from './why-panel.tsx';
import { Workbench } from './workbench.tsx';

const route = getRouteApi('/stores/$storeId/searches/$query');

/** The page of the query that the address names. */
export function QueryPage() {
  const { query } = route.useParams();
  const { product = null } = route.useSearch();
  return <PageOfQuery q={query} product={product} />;
}

/** The page of the empty search box. */
export function EmptyBoxPage() {
  return <PageOfQuery q="" product={null} />;
}

interface PageOfQueryProps {
  readonly q: string;
  /** The external id of a product that is asked about; null for none. */
  readonly product: string | null;
}

/**
 * Everything about one query: the dropdown as shoppers see it, each product with its reason, the rule and synonyms of the query to
 * change, and how shoppers searched it (`GET /searches`, `POST /searches/preview`, `GET /analytics/query`). Nothing here counts as a
 * search. Editors can change it; a failed read shows the reason, and a button to try again.
 */
function PageOfQuery({ q, product }: PageOfQueryProps) {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const settings = useRead(storeId, 'GET /searches', {}, { query: { q } });
  const [isDirty, setDirty] = useState(false);
  // Each publication loads the phone again: the widget keeps its answers.
  const [published, setPublished] = useState(0);
  const open = useCallback(
    (next: string) => {
      // A draft belongs to its query: it would be lost.
      if (!isDirty && next.trim() !== q) void navigate({ ...searchAddress(storeId, next), replace: true });
    },
    [navigate, storeId, q, isDirty],
  );
  return (
    <>
      <PageHeader
        title={q === '' ? 'The empty box' : `“${visibleText(q)}”`}
        lead={
          q === ''
            ? 'What shoppers see before they type.'
            : 'What shoppers see for this query, why, and what you can change.'
        }
        above={
          <TextLink to="/stores/$storeId/searches" params={{ storeId }}>
            <BackArrow />
            What shoppers search
          </TextLink>
        }
        actions={<QueryField q={q} isDisabled={isDirty} onQuery={open} />}
      />
      <div className={classes.columns}>
        <div className={classes.phone}>
          <WidgetPreview key={published} look={defaultLook} q={q} onQuery={open} />
        </div>
        <Stack gap="lg" miw={0}>
          <DamagedSettings />
          {settings.isError && !isDamage(settings.error) && (
            <FailureNote error={settings.error} onRetry={() => void settings.refetch()} />
          )}
          {settings.isPending && <Skeleton h={420} radius="lg" />}
          {settings.data !== undefined && (
            <Workbench
              key={q}
              q={q}
              settings={settings.data}
              onDirty={setDirty}
              onPublished={() => setPublished((count) => count + 1)}
            />
          )}
          {q !== '' && <FiguresPanel q={q} />}
          <WhyPanel key={`${q} ${product}`} q={q} initial={product} />
          <AnswerPanel q={q} />
        </Stack>
      </div>
    </>
  );
}

const typingPauseMs = 350;

interface QueryFieldProps {
  readonly q: string;
  /** Whether the query must stay, since a draft belongs to it. */
  readonly isDisabled: boolean;
  readonly onQuery: (q: string) => void;
}

/** Leads to the page of another query while one types. */
function QueryField({ q, isDisabled, onQuery }: QueryFieldProps) {
  const [text, setText] = useState(q);
  // Another query came from elsewhere, not from what is being typed here.
  const [shown, setShown] = useState(q);
  if (q !== shown) {
    setShown(q);
    if (q !== text.trim()) setText(q);
  }
  const later = useDebouncedCallback(onQuery, typingPauseMs);
  useEffect(() => () => later.cancel(), [later]);
  return (
    <TextInput
      aria-label="Another query"
      placeholder="Another query"
      type="search"
      leftSection={<Icon name="search" size={16} />}
      maxLength={limits.queryMaxLength}
      disabled={isDisabled}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        later(value);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onQuery(text);
      }}
    />
  );
}
