/**
 * The pages of a report: a section for each figure, as Markdown with plots beside it and as HTML.
 */
package io.dartagnan.ycsb.report.page;
