/*
 * Compiled separately with contract/ and with machines/ (`npm run types`): neither folder, nor any package it imports, brings
 * the types of a browser or of Node. The compiler rejects an `@ts-expect-error` above a known name.
 */

// @ts-expect-error of a browser
void document;
// @ts-expect-error of a browser
void window;
// @ts-expect-error of both
void fetch;
// @ts-expect-error of a browser
void localStorage;
// @ts-expect-error of a browser
void HTMLElement;
// @ts-expect-error of Node
void process;
// @ts-expect-error of Node
void Buffer;
// @ts-expect-error of both
void structuredClone;
// Known: the probe is compiled with the language's own library.
void Map;

export {};
