/** What an endpoint says: an HTTP answer. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

/** An answer of the media type, in UTF-8. */
export const answer = (status: number, type: string, body: string): Answer => ({
  status,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
});

/** What a web server says about a path that it does not have. */
export const notFound = (): Answer =>
  answer(
    404,
    'text/html',
    '<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n',
  );
