/** Path of the JPEG that chat apps and mail programs show for a poster; the path itself for a picture of another site. They read no SVG and no AVIF. */
export function sharePath(poster: string): string {
  const own = /^\/media\/(?:posters\/([a-z0-9-]+)\.svg|pictures\/([a-z0-9-]+))$/.exec(poster);
  return own === null ? poster : `/media/share/${own[1] ?? own[2]}.jpg`;
}
