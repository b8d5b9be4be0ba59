// Tests: test/browser/react-package.test.ts.
import { createElement, type ReactNode } from 'react';
import type { Choice } from '../../../widget/src/answer.ts';
import type { SearchOptions } from './search-state.ts';
import { type Autocomplete, type ChoiceGroup, useAutocomplete } from './use-autocomplete.ts';

/** The properties of a search box. */
export interface SearchBoxProps extends SearchOptions {
  /** The name of the input, for the form around it. */
  readonly name?: string;
  readonly placeholder?: string;
  /** The accessible name of the input. Leave it out only if a `label` names the input by `id`. */
  readonly 'aria-label'?: string;
  readonly id?: string;
  readonly className?: string;
  /** Draws the content of a choice; absent: its label, and of a product picture, category, price and stock. */
  readonly renderChoice?: (choice: Choice, box: Autocomplete) => ReactNode;
}

/**
 * A search box without any style: an input, and below it a panel whose parts have `data-foretype-part`, for your own styles. The panel is
 * not placed: give the box `position: relative` and the panel `position: absolute`.
 */
export function SearchBox({
  name = 'q',
  placeholder,
  id,
  className,
  renderChoice,
  ...options
}: SearchBoxProps) {
  const box = useAutocomplete(options);
  const { inputProps, listProps, inputRef, isOpen, isPending, note, groups } = box;
  const [before, emphasized, after] = note;
  return (
    <div className={className} data-foretype-part="box">
      <input
        {...{ type: 'search', name, placeholder, id, 'aria-label': options['aria-label'] }}
        ref={inputRef}
        {...inputProps}
      />
      <div data-foretype-part="panel" data-busy={isPending || undefined} hidden={!isOpen}>
        {before !== undefined && (
          <p data-foretype-part="note">
            {before}
            {emphasized && <b dir="auto">{emphasized}</b>}
            {after}
          </p>
        )}
        <div {...listProps} data-foretype-part="list">
          {groups.map((group) => (
            <Group key={group.name} group={group} box={box} renderChoice={renderChoice ?? drawChoice} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface GroupProps {
  readonly group: ChoiceGroup;
  readonly box: Autocomplete;
  readonly renderChoice: (choice: Choice, box: Autocomplete) => ReactNode;
}

function Group({ group, box, renderChoice }: GroupProps) {
  const { name, heading, groupProps, headingProps, choices } = group;
  const options = choices.map(({ choice, index }) => {
    const props = box.optionProps(choice, index);
    const Option = props.href === undefined ? 'div' : 'a';
    return (
      <Option key={`${index} ${choice.id}${choice.label}`} {...props} data-foretype-part={`option ${name}`}>
        {renderChoice(choice, box)}
      </Option>
    );
  });
  if (heading === '') return options;
  return (
    <div {...groupProps} data-foretype-part={`group ${name}`}>
      <div {...headingProps} data-foretype-part="heading">
        {heading}
      </div>
      {options}
    </div>
  );
}

/** Read out, not seen: that a price is struck through is seen only. */
const readOut = { position: 'absolute', clipPath: 'inset(50%)' } as const;

function drawChoice(choice: Choice, box: Autocomplete): ReactNode {
  const { group, category, imageUrl } = choice;
  const { label, price, priceBefore, before, stock } = box.wordsOf(choice);
  const isProduct = group === 'products';
  const pieces = isProduct || group === 'suggestions' ? box.split(label) : [label];
  // A suggestion highlights the added part, a title the matched part.
  const texts = pieces.map((piece, index) =>
    pieces.length > 1 && (index % 2 === 1) === isProduct ? createElement('b', null, piece) : piece,
  );
  return (
    <>
      {isProduct && (
        <span aria-hidden="true" data-foretype-part="picture">
          {imageUrl === '' ? null : <img src={imageUrl} alt="" />}
        </span>
      )}
      {createElement('bdi', { 'data-foretype-part': 'title' }, ...texts)}
      {isProduct && ' '}
      {isProduct && (
        <span data-foretype-part="detail">
          {category && <bdi data-foretype-part="category">{category.replace(/.*> */, '')}</bdi>}{' '}
          <bdi data-foretype-part="price">
            {price}{' '}
            {priceBefore && (
              <s>
                <span style={readOut}>{before} </span>
                {priceBefore}
              </s>
            )}
          </bdi>{' '}
          <bdi data-foretype-part="stock">{stock}</bdi>
        </span>
      )}
    </>
  );
}
