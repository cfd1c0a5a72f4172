import { loadAllTexts } from '../../src/text/all-words.ts';

// Views are drawn in tests without the routes that fetch their words.
loadAllTexts();
