import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { AutocompleteAnswer, ProductCard } from '../../../../contract/autocomplete.ts';
import { limits } from '../../../../contract/limits.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { countOf, formatPrice } from '../../words/numbers.ts';
import classes from './playground.module.css';

interface PhoneProps {
  readonly q: string;
  readonly onQuery: (q: string) => void;
  /** Null until there was an answer. */
  readonly answer: AutocompleteAnswer | null;
}

/** The dropdown on a phone, drawn from the answer of the API. */
export function Phone({ q, onQuery, answer }: PhoneProps) {
  return (
    <section className={classes.phone} aria-label="As a shopper sees it">
      <div className={classes.screen}>
        <div className={classes.box}>
          <TextInput
            type="search"
            size="md"
            radius="xl"
            aria-label="Search as a shopper"
            placeholder="Search as a shopper"
            maxLength={limits.queryMaxLength}
            leftSection={<Icon name="playground" />}
            data-autofocus
            value={q}
            onChange={(event) => onQuery(event.currentTarget.value)}
          />
        </div>
        {answer !== null && <Dropdown answer={answer} onQuery={onQuery} />}
      </div>
    </section>
  );
}

interface DropdownProps {
  readonly answer: AutocompleteAnswer;
  readonly onQuery: (q: string) => void;
}

function Dropdown({ answer, onQuery }: DropdownProps) {
  const { suggestions, categories, products, meta } = answer;
  const isDiscovery = meta.mode === 'discovery';
  const nothing = suggestions.length + categories.length + products.length === 0;
  return (
    <>
      <VisuallyHidden role="status">
        {nothing ? 'Nothing is found.' : `${countOf(products.length, 'product')} shown.`}
      </VisuallyHidden>
      {meta.corrected_query !== undefined && (
        <p className={classes.corrected}>
          Nothing for “{meta.query}”; these are for “{meta.corrected_query}”.
        </p>
      )}
      {nothing && (
        <p className={classes.none}>
          {isDiscovery ? 'The store holds nothing to discover yet.' : `Nothing for “${meta.query}”.`}
        </p>
      )}
      {suggestions.length > 0 && (
        <>
          <h2 className={classes.heading}>{isDiscovery ? 'Often searched' : 'Suggestions'}</h2>
          <ul className={classes.list}>
            {suggestions.map((phrase) => (
              <li key={phrase}>
                <UnstyledButton className={classes.suggestion} onClick={() => onQuery(phrase)}>
                  <Icon name="playground" size={15} />
                  {phrase}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {categories.length > 0 && (
        <>
          <h2 className={classes.heading}>Categories</h2>
          <div className={classes.chips}>
            {categories.map(({ title }) => (
              <span key={title} className={classes.chip}>
                {title}
              </span>
            ))}
          </div>
        </>
      )}
      {products.length > 0 && (
        <>
          <h2 className={classes.heading}>{isDiscovery ? 'Popular and new' : 'Products'}</h2>
          <ul className={classes.list}>
            {products.map((card) => (
              <Card key={card.id} card={card} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Card({ card }: { readonly card: ProductCard }) {
  return (
    <li className={classes.card}>
      <ProductPicture url={card.image_url} size={50} />
      <div className={classes.words}>
        <div className={classes.title}>{card.title}</div>
        <div className={classes.detail}>
          <span className={classes.price}>{formatPrice(card.price, card.currency)}</span>
          {card.category !== null && ` · ${card.category}`}
          {!card.in_stock && ' · out of stock'}
        </div>
      </div>
    </li>
  );
}
