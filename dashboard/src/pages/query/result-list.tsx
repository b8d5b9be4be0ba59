// Tests: test/browser/dashboard-query.test.ts.
import { ActionIcon, Badge, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import type { ExplainBody } from '../../../../contract/autocomplete.ts';
import type { ProductRow } from '../../../../contract/products.ts';
import type { FoundAnswer } from '../../../../contract/searches.ts';
import type { AnswerTo } from '../../api/call.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatPrice } from '../../words/numbers.ts';
import classes from './query.module.css';
import { reasonsOf } from './reasons.ts';
import { boostOf, moveTo, type SearchDraft, toggleBoost, toggleHide, togglePin } from './search-draft.ts';

type Found = AnswerTo<'POST /searches/preview'>;
type OnDraft = (draft: SearchDraft) => void;

interface ResultListProps {
  readonly q: string;
  readonly found: Found;
  readonly draft: SearchDraft;
  readonly onDraft: OnDraft;
}

/**
 * The products of a query in the order of the draft, each with its reason, and with where it stood before. Editors move a product up
 * by dragging it or by the arrow keys on its handle, and pin, boost or hide it. Makes no call.
 */
export function ResultList({ q, found: { before, after }, draft, onDraft }: ResultListProps) {
  const answer = after ?? before;
  const { products, hidden, corrected_query: corrected } = answer;
  const reasons =
    q === '' ? [] : reasonsOf(products.map(({ product, explain }) => ({ title: product.title, explain })));
  const ids = products.map(({ product }) => product.external_id);
  const gone = after === null ? [] : goneFrom(before, after);
  const [dragged, setDragged] = useState<string | null>(null);
  const drop = (place: number) => {
    if (dragged !== null) onDraft(moveTo(draft, ids, dragged, place));
    setDragged(null);
  };
  return (
    <div className={classes.results}>
      {corrected !== null && (
        <Text size="sm" c="dimmed" className={classes.note ?? ''}>
          Nothing matches this, so shoppers see results for <b>{corrected}</b>.
        </Text>
      )}
      {products.length === 0 && (
        <Text size="sm" className={classes.note ?? ''}>
          Nothing is found. Add words from your products to “Also finds” below, or add this as a phrase of a
          product.
        </Text>
      )}
      <ol className={classes.list} aria-label="Products in their order">
        {products.map(({ product, explain }, place) => (
          <ResultRow
            key={product.id}
            product={product}
            variants={explain.variants ?? null}
            place={place}
            reason={reasons[place] ?? null}
            move={after === null ? null : moveOf(before, product.id, place)}
            drag={{ dragged, setDragged, drop }}
            draft={draft}
            onDraft={onDraft}
            onMove={(by) => onDraft(moveTo(draft, ids, product.external_id, place + by))}
          />
        ))}
      </ol>
      <LeftOut title="Hidden" products={hidden} draft={draft} onDraft={onDraft} />
      <LeftOut title="No longer among the first ten" products={gone} draft={draft} onDraft={null} />
    </div>
  );
}

/** Says where a product stood before the change; null if it did not move. */
function moveOf(before: FoundAnswer, id: string, place: number): string | null {
  const was = before.products.findIndex(({ product }) => product.id === id);
  if (was < 0) return 'new here';
  return was === place ? null : `was #${was + 1}`;
}

function goneFrom(before: FoundAnswer, after: FoundAnswer): readonly ProductRow[] {
  const still = new Set([
    ...after.products.map(({ product }) => product.id),
    ...after.hidden.map(({ id }) => id),
  ]);
  return before.products.flatMap(({ product }) => (still.has(product.id) ? [] : [product]));
}

interface Drag {
  /** The external id of the product that is being dragged. */
  readonly dragged: string | null;
  readonly setDragged: (id: string | null) => void;
  readonly drop: (place: number) => void;
}

interface ResultRowProps {
  readonly product: ProductRow;
  readonly variants: ExplainBody['variants'] | null;
  /** Counted from 0. */
  readonly place: number;
  readonly reason: string | null;
  readonly move: string | null;
  readonly drag: Drag;
  readonly draft: SearchDraft;
  readonly onDraft: OnDraft;
  readonly onMove: (by: number) => void;
}

function ResultRow({ product, variants, place, reason, move, drag, draft, onDraft, onMove }: ResultRowProps) {
  const { may } = useStore();
  const id = product.external_id;
  const isDragged = drag.dragged === id;
  return (
    <li
      className={classes.row}
      data-dragged={isDragged}
      onDragOver={(event: DragEvent) => {
        if (drag.dragged !== null) event.preventDefault();
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        drag.drop(place);
      }}
    >
      {may('editor') && <Handle product={product} place={place} drag={drag} onMove={onMove} />}
      <span className={classes.place}>{place + 1}</span>
      <ProductPicture url={product.image_url} size={44} />
      <ProductWords product={product} reason={reason}>
        {draft.pins.includes(id) && (
          <Badge size="sm" variant="light" tt="none">
            Pinned
          </Badge>
        )}
        {boostOf(draft, id) !== null && (
          <Badge size="sm" variant="light" tt="none">
            Boosted
          </Badge>
        )}
        {variants && (
          <Badge size="sm" color="gray" variant="light" tt="none" title={variantsTitle(variants)}>
            {`${variants.count} variants`}
          </Badge>
        )}
        {move !== null && (
          <Badge size="sm" color="gray" variant="light" tt="none">
            {move}
          </Badge>
        )}
      </ProductWords>
      {may('editor') && <RowButtons product={product} draft={draft} onDraft={onDraft} />}
    </li>
  );
}

function variantsTitle({ item_group_id: group, covers }: NonNullable<ExplainBody['variants']>): string {
  return `Stands for the group ${group}: ${covers.join(', ')}`;
}

interface HandleProps extends Pick<ResultRowProps, 'product' | 'place' | 'drag' | 'onMove'> {}

/** What one drags, or focuses to move the product by the arrow keys. */
function Handle({ product, place, drag, onMove }: HandleProps) {
  const moveByKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <button
      type="button"
      className={classes.handle}
      draggable
      aria-label={`Move ${product.title}, place ${place + 1}: press the arrow keys`}
      onKeyDown={moveByKey}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', product.title);
        drag.setDragged(product.external_id);
      }}
      onDragEnd={() => drag.setDragged(null)}
    >
      <Icon name="grip" size={18} />
    </button>
  );
}

interface ProductWordsProps {
  readonly product: ProductRow;
  readonly reason: string | null;
  readonly children?: React.ReactNode;
}

function ProductWords({ product, reason, children }: ProductWordsProps) {
  const { storeId } = useStore();
  return (
    <span className={classes.words}>
      <TextLink
        to="/stores/$storeId/products/$externalId"
        params={{ storeId, externalId: product.external_id }}
        className={classes.title ?? ''}
        lineClamp={2}
      >
        {product.title}
      </TextLink>
      <span className={classes.detail}>
        {formatPrice(product.price, product.currency)}
        {!product.in_stock && <span className={classes.out}> · Out of stock</span>}
        {reason !== null && <span> · {reason}</span>}
      </span>
      {children !== undefined && <span className={classes.badges}>{children}</span>}
    </span>
  );
}

const buttons = [
  { name: 'Pin', undo: 'Unpin', icon: 'pin', toggle: togglePin },
  { name: 'Boost', undo: 'Stop boosting', icon: 'up', toggle: toggleBoost },
  { name: 'Hide', undo: 'Show', icon: 'hide', toggle: toggleHide },
] as const satisfies readonly { readonly icon: IconName; readonly [part: string]: unknown }[];

interface RowButtonsProps {
  readonly product: ProductRow;
  readonly draft: SearchDraft;
  readonly onDraft: OnDraft;
}

function RowButtons({ product, draft, onDraft }: RowButtonsProps) {
  const id = product.external_id;
  const isOn = {
    Pin: draft.pins.includes(id),
    Boost: boostOf(draft, id) !== null,
    Hide: draft.hides.includes(id),
  };
  return (
    <span className={classes.buttons}>
      {buttons.map(({ name, undo, icon, toggle }) => (
        <ActionIcon
          key={name}
          variant={isOn[name] ? 'light' : 'subtle'}
          color={isOn[name] ? 'pine' : 'gray'}
          size={34}
          title={isOn[name] ? undo : name}
          aria-label={`${isOn[name] ? undo : name}: ${product.title}`}
          onClick={() => onDraft(toggle(draft, id))}
        >
          <Icon name={icon} size={17} />
        </ActionIcon>
      ))}
    </span>
  );
}

interface LeftOutProps {
  readonly title: string;
  readonly products: readonly ProductRow[];
  readonly draft: SearchDraft;
  /** Null where nothing can be changed. */
  readonly onDraft: OnDraft | null;
}

/** Products that are not in the answer, below those that are. */
function LeftOut({ title, products, draft, onDraft }: LeftOutProps) {
  const { may } = useStore();
  if (products.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={500} className={classes.note ?? ''}>
        {title}
      </Text>
      <ul className={classes.list}>
        {products.map((product) => (
          <li key={product.id} className={`${classes.row} ${classes.gone}`}>
            <ProductPicture url={product.image_url} size={44} />
            <ProductWords product={product} reason={null} />
            {onDraft !== null && may('editor') && (
              <RowButtons product={product} draft={draft} onDraft={onDraft} />
            )}
          </li>
        ))}
      </ul>
      <VisuallyHidden aria-live="polite">{`${title}: ${products.length}`}</VisuallyHidden>
    </>
  );
}
