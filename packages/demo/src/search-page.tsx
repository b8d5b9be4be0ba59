/**
 * The search box of the demo shop's React page, made as a shop makes it: with both packages and nothing else. The page names the key and
 * where all results are. Without its element it draws nothing.
 */
// Tests: test/browser/demo-react.test.ts.
import { createClient } from '@foretype/client';
import { SearchBox } from '@foretype/react';
import { createRoot } from 'react-dom/client';

const place = document.getElementById('react-search');
const { apiKey = '', placeholder = '', resultsUrl = '', initialText = '' } = place?.dataset ?? {};
const client = createClient({ url: location.origin, key: apiKey });

if (place !== null) {
  createRoot(place).render(
    <SearchBox {...{ client, placeholder, resultsUrl, initialText }} id="query" aria-label={placeholder} />,
  );
}
