/** Product feeds on the wire (§3.3; Contract §6). */

/** What the document behind a feed's address is. */
export type FeedFormat = 'csv' | 'google_xml' | 'json';
