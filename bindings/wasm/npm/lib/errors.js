/** The errors: each says what is wrong, and what to do. */

export class MaycrawlError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** A text is not the name of a crawler. */
export class CrawlerNameError extends MaycrawlError {}

/** A text is not a URL that a client can request. */
export class UrlError extends MaycrawlError {}

/** The name of a profile is unknown. */
export class ProfileError extends MaycrawlError {}

/** A question that cannot be answered, such as an expectation with a mistake. */
export class QuestionError extends MaycrawlError {}
