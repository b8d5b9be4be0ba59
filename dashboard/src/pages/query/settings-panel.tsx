// Tests: test/browser/dashboard-query.test.ts.
import { Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '../../../../contract/limits.ts';
import type { FoundAnswer, SearchSettings } from '../../../../contract/searches.ts';
import { stripInvisible, visibleText } from '../../../../contract/visible-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { ProductSearch } from '../../parts/product-search.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { queryWordsOf, stateOfRule, summarizeRule } from '../../words/merchandising.ts';
import { countOf } from '../../words/numbers.ts';
import { wordsOfSynonym } from '../../words/synonyms.ts';
import { AddPhraseButton } from './add-phrase-button.tsx';
import classes from './query.module.css';
import { type SearchDraft, togglePin } from './search-draft.ts';
import { SuggestionChips } from './suggestion-chips.tsx';

interface SettingsPanelProps {
  readonly q: string;
  readonly settings: SearchSettings;
  readonly draft: SearchDraft;
  /** The answer of the draft; null until it is there. */
  readonly found: FoundAnswer | null;
  readonly onDraft: (draft: SearchDraft) => void;
}

/**
 * What the store knows about a query: words that it also finds, the page that it leads to, suggestions, types of its products, and
 * further rules and synonyms. Editors change the first two here as part of the draft. Makes no call itself.
 */
export function SettingsPanel({ q, settings, draft, found, onDraft }: SettingsPanelProps) {
  const { may } = useStore();
  const isEditor = may('editor');
  return (
    <Panel title="Change this search" lead="Nothing changes in your shop until you publish.">
      <Stack gap="md">
        {q !== '' && (
          <TagsInput
            label="Also finds"
            description="Words from your products that mean the same. Press Enter after each."
            maxTags={limits.synonymTermsPerList}
            value={[...draft.alsoFinds]}
            readOnly={!isEditor}
            acceptValueOnBlur
            onChange={(alsoFinds) => onDraft({ ...draft, alsoFinds: alsoFinds.map(stripInvisible) })}
          />
        )}
        {isEditor && (
          <ProductSearch
            label="Pin a product that is not in the list"
            onChoose={(id) => {
              if (!draft.pins.includes(id)) onDraft(togglePin(draft, id));
            }}
          />
        )}
        <Redirect draft={draft} isEditor={isEditor} onDraft={onDraft} />
        {found !== null && q !== '' && (
          <Row label="Suggestions">
            <SuggestionChips suggestions={found.suggestions} />
            {isEditor && <AddPhraseButton query={q} />}
          </Row>
        )}
        {found !== null && <Types found={found} />}
        <Others settings={settings} />
      </Stack>
    </Panel>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group gap={6} role="group" aria-label={label}>
        {children}
      </Group>
    </div>
  );
}

interface RedirectProps extends Pick<SettingsPanelProps, 'draft' | 'onDraft'> {
  readonly isEditor: boolean;
}

function Redirect({ draft, isEditor, onDraft }: RedirectProps) {
  const { redirect } = draft;
  const change = (part: Partial<SearchDraft['redirect']>) =>
    onDraft({ ...draft, redirect: { ...redirect, ...part } });
  return (
    <div className={classes.pair}>
      <TextInput
        label="Link to a page: label"
        description="Shown as the first category."
        placeholder="All boots"
        maxLength={limits.fieldMaxLength}
        readOnly={!isEditor}
        value={redirect.title}
        onChange={({ currentTarget: { value } }) => change({ title: value })}
      />
      <TextInput
        label="Link to a page: address"
        description="A page of your shop."
        type="url"
        placeholder="https://…"
        readOnly={!isEditor}
        value={redirect.url}
        onChange={({ currentTarget: { value } }) => change({ url: value })}
      />
    </div>
  );
}

/** The types of the products that are found, with a way to correct them. */
function Types({ found }: { readonly found: FoundAnswer }) {
  const { storeId } = useStore();
  const counts = Map.groupBy(
    found.products.flatMap(({ type }) => (type === null ? [] : [type])),
    (type) => type,
  );
  if (counts.size === 0) return null;
  return (
    <Row label="Types of these products">
      {[...counts].map(([type, products]) => (
        <TextLink
          key={type}
          to="/stores/$storeId/phrases/types"
          params={{ storeId }}
          search={{ q: type }}
          className={classes.chip ?? ''}
          aria-label={`${visibleText(type)}: ${countOf(products.length, 'product')}`}
        >
          {visibleText(type)} · {products.length}
        </TextLink>
      ))}
    </Row>
  );
}

/** The state of a rule without effect. */
function inBrackets({ tone, words }: ReturnType<typeof stateOfRule>): string {
  return tone === 'good' ? '' : ` (${words})`;
}

/** Further rules and synonyms for the query, with links to them; a rule that has no effect now says so. */
function Others({
  settings: { other_rules: rules, other_synonyms: synonyms },
}: Pick<SettingsPanelProps, 'settings'>) {
  const { storeId } = useStore();
  if (rules.length + synonyms.length === 0) return null;
  return (
    <Row label="Other rules and synonyms for this query">
      {rules.map((rule) => (
        <TextLink
          key={rule.id}
          to="/stores/$storeId/rules/$ruleId"
          params={{ storeId, ruleId: rule.id }}
          className={classes.chip ?? ''}
        >
          {queryWordsOf(rule)}: {summarizeRule(rule)}
          {inBrackets(stateOfRule(rule, nowMs()))}
        </TextLink>
      ))}
      {synonyms.map((rule) => (
        <TextLink
          key={JSON.stringify(rule)}
          to="/stores/$storeId/synonyms"
          params={{ storeId }}
          className={classes.chip ?? ''}
        >
          {wordsOfSynonym(rule)}
        </TextLink>
      ))}
    </Row>
  );
}
