import { loadAllTexts } from '../../src/text/all-words.ts';

// Tests render views without the routes that load their texts.
loadAllTexts();
