import { describe, expect, it } from 'vitest';
import { defaultPageSettings, readPageSettings } from '../../contract/settings.ts';

describe('the settings of a page', () => {
  it.each([
    null,
    '',
    '{',
    'null',
    '{"productName":7}',
    '{"productName":"A","topicPrefix":"","organizerUrl":null}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":"javascript:alert(1)"}',
  ])('%j falls back to the defaults', (content) => {
    expect(readPageSettings(content)).toEqual(defaultPageSettings);
  });

  it('are taken as they are when they are whole', () => {
    const settings = {
      productName: 'A',
      topicPrefix: 'b',
      organizerUrl: 'https://c.example',
      supportEmail: 'd@e.example',
      social: { chat: null, photos: 'https://f.example/', videos: null },
      searchFilters: true,
      demoFallback: true,
    };
    expect(readPageSettings(JSON.stringify(settings))).toEqual(settings);
  });
});
