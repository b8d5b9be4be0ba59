/** What `@foretype/react` exports. */
// Tests: test/browser/react-package.test.ts, test/api/packages.test.ts.
export type { Choice } from '../../../widget/src/answer.ts';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export type { SearchOptions } from './search-state.ts';
export {
  type Autocomplete,
  type ChoiceGroup,
  type ChoiceWords,
  useAutocomplete,
} from './use-autocomplete.ts';
