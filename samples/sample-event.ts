import type { EventFile } from './event-file.ts';

type FileForm = EventFile['forms'][number];

export type SampleMoment = EventFile['startsAt'];
export type SampleCategory = EventFile['categories'][number];
export type SampleLayout = EventFile['layout'];
export type StadiumLayout = Extract<SampleLayout, { kind: 'stadium' }>;

interface SampleField
  extends Omit<FileForm['fields'][number], 'placeholder' | 'helpText' | 'isRequired' | 'options'> {
  readonly placeholder: string | null;
  readonly helpText: string | null;
  readonly isRequired: boolean;
  readonly options: NonNullable<FileForm['fields'][number]['options']>;
}

/** A form with the defaults of its file. */
export interface SampleForm extends Omit<FileForm, 'fields'> {
  readonly fields: readonly SampleField[];
}

/** A sample event: its file with the defaults, and the name of its folder. */
export interface SampleEvent extends Required<Omit<EventFile, 'saleStartsAt' | 'forms'>> {
  readonly slug: string;
  readonly saleStartsAt: SampleMoment | null;
  readonly forms: readonly SampleForm[];
}

/** The event of the folder `slug`. It validates nothing: a test has checked the files, and a browser should load no schema for them. */
export function sampleEvent(slug: string, file: EventFile): SampleEvent {
  return {
    isOnline: false,
    isFeatured: false,
    isPromo: false,
    status: 'active',
    saleStartsAt: null,
    room: { capacity: null, paused: false },
    ownTerms: [],
    ...file,
    slug,
    forms: file.forms.map((form) => ({
      ...form,
      fields: form.fields.map((field) => ({
        placeholder: null,
        helpText: null,
        isRequired: true,
        options: [],
        ...field,
      })),
    })),
  };
}
