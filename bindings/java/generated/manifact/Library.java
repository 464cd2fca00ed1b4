// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;

/** The functions of the C interface, by the direct mapping of JNA. */
final class Library {
  static final int ABI = 1;

  private Library() {}

  static {
    Loader.register(Library.class);
  }

  static native Pointer manifact_version();

  static native int manifact_version_number();

  static native int manifact_abi_supported(int abi);

  static native int manifact_has_feature(byte[] name);

  static native Pointer manifact_status_name(int status);

  static native Pointer manifact_status_text(int status);

  static native int manifact_cancel_token_create(Pointer out);

  static native void manifact_cancel_token_request(Pointer token);

  static native Pointer manifact_cancel_token_retain(Pointer token);

  static native void manifact_cancel_token_free(Pointer token);

  static native int manifact_context_create(Pointer out);

  static native int manifact_context_create_with_allocator(Callbacks.Allocate allocate,
      Callbacks.Release release, Pointer user, Pointer out);

  static native void manifact_context_free(Pointer context);

  static native Pointer manifact_context_message(Pointer context);

  static native int manifact_context_errno(Pointer context);

  static native int manifact_context_set_threads(Pointer context, long threads);

  static native int manifact_context_set_runner(Pointer context, Callbacks.Runner runner,
      Pointer user);

  static native int manifact_context_set_progress(Pointer context, Callbacks.Progress progress,
      Pointer user);

  static native int manifact_context_set_log(Pointer context, Callbacks.Log log, Pointer user);

  static native int manifact_context_set_cancel_token(Pointer context, Pointer token);

  static native int manifact_context_memory(Pointer context, Pointer now, Pointer peak);

  static native int manifact_matrix_create_csr(Pointer context, long nRows, long nColumns,
      long nEntries, Pointer indptr, int indptrType, Pointer indices, int indexType, int indexBase,
      Pointer values, int valueType, int ownership, Callbacks.BorrowRelease release, Pointer user,
      Pointer out);

  static native int manifact_matrix_create_csc(Pointer context, long nRows, long nColumns,
      long nEntries, Pointer indptr, int indptrType, Pointer indices, int indexType, int indexBase,
      Pointer values, int valueType, Pointer out);

  static native int manifact_matrix_create_dense(Pointer context, long nRows, long nColumns,
      long rowStride, long columnStride, Pointer values, int valueType, int ownership,
      Callbacks.BorrowRelease release, Pointer user, Pointer out);

  static native int manifact_matrix_read(Pointer context, byte[] path, int format, Pointer out);

  static native int manifact_matrix_parse(Pointer context, Pointer data, long size, byte[] name,
      int format, Pointer out);

  static native int manifact_matrix_write(Pointer context, Pointer matrix, byte[] path);

  static native long manifact_matrix_rows(Pointer matrix);

  static native long manifact_matrix_columns(Pointer matrix);

  static native long manifact_matrix_entries(Pointer matrix);

  static native int manifact_matrix_is_dense(Pointer matrix);

  static native int manifact_matrix_value_type(Pointer matrix);

  static native int manifact_matrix_copy_csr(Pointer matrix, Pointer indptr, int indptrType,
      Pointer indices, int indexType, Pointer values, int valueType, long nEntries);

  static native int manifact_matrix_copy_rows(Pointer matrix, long firstRow, long nRows,
      Pointer indices, int indexType, Pointer values, int valueType, long nEntries);

  static native int manifact_matrix_weight(Pointer context, Pointer X, byte[] weighting,
      byte[] scaling, Pointer out);

  static native Pointer manifact_matrix_row_labels(Pointer matrix);

  static native int manifact_matrix_set_feature_names(Pointer context, Pointer matrix,
      Pointer bytes, Pointer offsets, long nFeatures);

  static native Pointer manifact_matrix_feature_name(Pointer matrix, long feature);

  static native int manifact_matrix_set_vectors(Pointer context, Pointer matrix, Pointer vectors);

  static native long manifact_matrix_vector_columns(Pointer matrix);

  static native int manifact_matrix_document_frequencies(Pointer context, Pointer X,
      Pointer frequencies, long nFeatures);

  static native int manifact_matrix_set_background(Pointer context, Pointer matrix,
      Pointer frequencies, long nFeatures, long nDocuments);

  static native long manifact_matrix_background_documents(Pointer matrix);

  static native Pointer manifact_matrix_retain(Pointer matrix);

  static native void manifact_matrix_free(Pointer matrix);

  static native int manifact_table_from_arrow(Pointer context, Pointer schema, Pointer array,
      Pointer out);

  static native int manifact_table_from_arrow_stream(Pointer context, Pointer stream, Pointer out);

  static native long manifact_table_rows(Pointer table);

  static native long manifact_table_columns(Pointer table);

  static native Pointer manifact_table_column_name(Pointer table, long column);

  static native long manifact_table_find_column(Pointer table, byte[] name);

  static native int manifact_table_column_type(Pointer table, long column);

  static native int manifact_table_nulls(Pointer context, Pointer table, long column,
      Pointer nulls);

  static native int manifact_table_matrix(Pointer context, Pointer table, Pointer columns,
      long nColumns, Pointer out);

  static native int manifact_table_texts(Pointer context, Pointer table, long column, Pointer bytes,
      Pointer offsets);

  static native int manifact_table_numbers(Pointer context, Pointer table, long column,
      Pointer values, long nRows);

  static native int manifact_table_labels(Pointer context, Pointer table, long column,
      Pointer labels, long nRows);

  static native Pointer manifact_table_retain(Pointer table);

  static native void manifact_table_free(Pointer table);

  static native int manifact_vectorizer_create(Pointer context, Pointer out);

  static native int manifact_vectorizer_from_terms(Pointer context, Pointer bytes, Pointer offsets,
      long count, Pointer out);

  static native Pointer manifact_vectorizer_retain(Pointer vectorizer);

  static native void manifact_vectorizer_free(Pointer vectorizer);

  static native Pointer manifact_vectorizer_message(Pointer vectorizer);

  static native int manifact_vectorizer_set_int64(Pointer vectorizer, byte[] name, long value);

  static native int manifact_vectorizer_set_double(Pointer vectorizer, byte[] name, double value);

  static native int manifact_vectorizer_set_bool(Pointer vectorizer, byte[] name, int value);

  static native int manifact_vectorizer_set_text(Pointer vectorizer, byte[] name, byte[] value);

  static native int manifact_vectorizer_reset(Pointer vectorizer, byte[] name);

  static native int manifact_vectorizer_take_limits(Pointer vectorizer, Pointer solver);

  static native int manifact_vectorizer_get_int64(Pointer vectorizer, byte[] name, Pointer value);

  static native int manifact_vectorizer_get_double(Pointer vectorizer, byte[] name, Pointer value);

  static native int manifact_vectorizer_get_bool(Pointer vectorizer, byte[] name, Pointer value);

  static native int manifact_vectorizer_get_text(Pointer vectorizer, byte[] name, Pointer buffer,
      long size);

  static native int manifact_vectorizer_get_text_size(Pointer vectorizer, byte[] name,
      Pointer size);

  static native int manifact_vectorizer_add_stop_words(Pointer vectorizer, Pointer bytes,
      Pointer offsets, long count);

  static native int manifact_vectorizer_add(Pointer vectorizer, Pointer text, long length);

  static native int manifact_vectorizer_add_many(Pointer vectorizer, Pointer bytes, Pointer offsets,
      long count);

  static native int manifact_vectorizer_finish(Pointer vectorizer, Pointer out);

  static native int manifact_vectorizer_transform(Pointer context, Pointer vectorizer,
      Pointer bytes, Pointer offsets, long count, Pointer out);

  static native int manifact_vectorizer_transform_counted(Pointer context, Pointer vectorizer,
      Pointer bytes, Pointer offsets, long count, Pointer terms, Pointer out);

  static native long manifact_vectorizer_documents(Pointer vectorizer);

  static native long manifact_vectorizer_terms(Pointer vectorizer);

  static native long manifact_vectorizer_tokens(Pointer vectorizer);

  static native long manifact_vectorizer_replaced(Pointer vectorizer);

  static native Pointer manifact_vectorizer_term(Pointer vectorizer, long index);

  static native int manifact_graph_knn(Pointer context, Pointer X, long neighbors, int weight,
      int rule, double bandwidth, int search, double recall, long seed, Pointer out);

  static native int manifact_graph_knn_metric(Pointer context, Pointer X, long neighbors,
      int metric, int weight, int rule, double bandwidth, int search, double recall, long seed,
      Pointer out);

  static native int manifact_graph_metric(Pointer graph);

  static native int manifact_graph_search_info(Pointer graph, Pointer search, Pointer recall,
      Pointer sampled);

  static native int manifact_graph_adaptive(Pointer context, Pointer X, long neighbors, int mode,
      double gamma, long memoryBudget, Pointer out);

  static native int manifact_graph_from_matrix(Pointer context, Pointer S, int rule, Pointer out);

  static native int manifact_graph_to_matrix(Pointer context, Pointer graph, Pointer out);

  static native long manifact_graph_vertices(Pointer graph);

  static native long manifact_graph_edges(Pointer graph);

  static native long manifact_graph_components(Pointer graph);

  static native long manifact_graph_isolated(Pointer graph);

  static native Pointer manifact_graph_retain(Pointer graph);

  static native void manifact_graph_free(Pointer graph);

  static native int manifact_constraints_create(Pointer context, long nDocuments, Pointer labels,
      Pointer first, Pointer second, Pointer weights, long nPairs, Pointer out);

  static native long manifact_constraints_count(Pointer constraints, int kind);

  static native int manifact_constraints_list(Pointer constraints, int kind, long count,
      Pointer first, Pointer second, Pointer weights, Pointer found);

  static native int manifact_constraints_suggest(Pointer context, Pointer X, Pointer constraints,
      long nClusters, long seed, long count, Pointer first, Pointer second, Pointer cosines,
      Pointer found);

  static native int manifact_seed_labels(Pointer context, Pointer X, Pointer terms, Pointer offsets,
      Pointer topics, Pointer weights, long nSeeds, long nTopics, long nClusters, Pointer labels,
      long nDocuments, Pointer matched, Pointer chosen);

  static native long manifact_constraints_documents(Pointer constraints);

  static native Pointer manifact_constraints_retain(Pointer constraints);

  static native void manifact_constraints_free(Pointer constraints);

  static native long manifact_method_count();

  static native int manifact_method_info(long index, Pointer name, Pointer summary,
      Pointer reference);

  static native long manifact_option_count();

  static native int manifact_option_info(long index, Pointer name, Pointer type, Pointer minimum,
      Pointer maximum, Pointer words, Pointer fallback, Pointer summary);

  static native int manifact_option_is_expert(byte[] option);

  static native int manifact_method_uses_option(byte[] method, byte[] option);

  static native Pointer manifact_method_option_words(byte[] method, byte[] option);

  static native Pointer manifact_method_dense_default(byte[] method, byte[] option);

  static native int manifact_solver_create(Pointer context, byte[] method, Pointer out);

  static native int manifact_solver_create_from_model(Pointer context, Pointer model, Pointer out);

  static native void manifact_solver_free(Pointer solver);

  static native Pointer manifact_solver_message(Pointer solver);

  static native Pointer manifact_solver_method(Pointer solver);

  static native int manifact_solver_set_int64(Pointer solver, byte[] name, long value);

  static native int manifact_solver_set_double(Pointer solver, byte[] name, double value);

  static native int manifact_solver_set_bool(Pointer solver, byte[] name, int value);

  static native int manifact_solver_set_text(Pointer solver, byte[] name, byte[] value);

  static native int manifact_solver_reset(Pointer solver, byte[] name);

  static native int manifact_solver_get_int64(Pointer solver, byte[] name, Pointer value);

  static native int manifact_solver_get_double(Pointer solver, byte[] name, Pointer value);

  static native int manifact_solver_get_bool(Pointer solver, byte[] name, Pointer value);

  static native int manifact_solver_get_text(Pointer solver, byte[] name, Pointer buffer,
      long size);

  static native int manifact_solver_get_text_size(Pointer solver, byte[] name, Pointer size);

  static native int manifact_solver_set_graph(Pointer solver, Pointer graph);

  static native int manifact_solver_set_feature_graph(Pointer solver, Pointer graph);

  static native int manifact_solver_set_constraints(Pointer solver, Pointer constraints);

  static native int manifact_solver_set_vectorizer(Pointer solver, Pointer vectorizer);

  static native int manifact_solver_set_texts(Pointer solver, Pointer counts, Pointer vectorizer);

  static native int manifact_solver_set_start_factors(Pointer solver, Pointer W, Pointer V, long n,
      long k);

  static native int manifact_solver_set_start_labels(Pointer solver, Pointer labels, long n);

  static native int manifact_solver_set_start_features(Pointer solver, Pointer G, long m, long l);

  static native int manifact_solver_set_start_model(Pointer solver, Pointer model);

  static native int manifact_solver_set_progress(Pointer solver, Callbacks.Progress progress,
      Pointer user);

  static native int manifact_solver_set_cancel_token(Pointer solver, Pointer token);

  static native int manifact_solver_fit(Pointer solver, Pointer X, long nClusters, Pointer out);

  static native int manifact_solver_refit(Pointer solver, Pointer model, Pointer out);

  static native int manifact_solver_join(Pointer solver, Pointer model, Pointer other,
      Pointer topics, long nTopics, Pointer nCommon, Pointer out);

  static native int manifact_solver_graph(Pointer solver, Pointer X, Pointer out);

  static native int manifact_solver_suggest_k(Pointer solver, Pointer X, long from, long to,
      Pointer out);

  static native long manifact_suggestion_k(Pointer suggestion);

  static native Pointer manifact_suggestion_reason(Pointer suggestion);

  static native long manifact_suggestion_count(Pointer suggestion);

  static native int manifact_suggestion_row(Pointer suggestion, long index, Pointer k,
      Pointer eigenvalue, Pointer gap, Pointer stability, Pointer score, Pointer status,
      Pointer why);

  static native long manifact_suggestion_warning_count(Pointer suggestion);

  static native Pointer manifact_suggestion_warning(Pointer suggestion, long index);

  static native Pointer manifact_suggestion_retain(Pointer suggestion);

  static native void manifact_suggestion_free(Pointer suggestion);

  static native Pointer manifact_model_retain(Pointer model);

  static native void manifact_model_free(Pointer model);

  static native long manifact_model_documents(Pointer model);

  static native long manifact_model_features(Pointer model);

  static native long manifact_model_clusters(Pointer model);

  static native long manifact_model_iterations(Pointer model);

  static native int manifact_model_converged(Pointer model);

  static native int manifact_model_status(Pointer model);

  static native double manifact_model_objective(Pointer model);

  static native Pointer manifact_model_history(Pointer model, Pointer length);

  static native Pointer manifact_model_labels(Pointer model);

  static native Pointer manifact_model_sizes(Pointer model);

  static native Pointer manifact_model_memberships(Pointer model);

  static native Pointer manifact_model_associations(Pointer model);

  static native Pointer manifact_model_basis(Pointer model);

  static native Pointer manifact_model_centroids(Pointer model);

  static native int manifact_model_top_features(Pointer model, long cluster, int score, long count,
      Pointer features, Pointer scores, Pointer found);

  static native int manifact_model_top_terms(Pointer model, long cluster, int score, long count,
      Pointer terms, Pointer scores, Pointer found);

  static native Pointer manifact_model_cosines(Pointer model);

  static native int manifact_model_cohesion(Pointer model, Pointer cohesion, long nClusters);

  static native int manifact_model_similarities(Pointer model, Pointer cosines, long nClusters);

  static native int manifact_model_representatives(Pointer model, long cluster, long count,
      Pointer documents, Pointer cosines, Pointer found);

  static native int manifact_model_concept_documents(Pointer model, long cluster, long count,
      Pointer documents, Pointer weights, Pointer found);

  static native int manifact_model_proportions(Pointer model, Pointer proportions, long length);

  static native int manifact_model_proportions_of(Pointer model, long first, long count,
      Pointer proportions);

  static native int manifact_model_margins(Pointer model, Pointer margins, long nDocuments);

  static native int manifact_model_suggest_labels(Pointer context, Pointer model, Pointer X,
      Pointer constraints, long count, Pointer documents, Pointer margins, Pointer found);

  static native int manifact_model_suggest_pairs(Pointer context, Pointer model,
      Pointer constraints, long count, Pointer first, Pointer second, Pointer margins,
      Pointer found);

  static native long manifact_model_vector_columns(Pointer model);

  static native double manifact_model_min_membership(Pointer model);

  static native int manifact_model_map(Pointer model, Pointer documents, long nDocuments,
      Pointer clusters, long nClusters);

  static native int manifact_model_positions(Pointer context, Pointer model, Pointer X,
      Pointer positions, long nDocuments, Pointer quality);

  static native int manifact_model_point_features(Pointer context, Pointer model, Pointer X,
      Pointer means, Pointer scores, Pointer overall, long nFeatures, long nClusters);

  static native int manifact_model_scatter(Pointer context, Pointer model, Pointer X,
      Pointer places, Pointer distances, long nDocuments, Pointer axes, Pointer shares,
      long nFeatures);

  static native long manifact_model_feature_clusters(Pointer model);

  static native Pointer manifact_model_feature_labels(Pointer model);

  static native Pointer manifact_model_feature_sizes(Pointer model);

  static native Pointer manifact_model_feature_memberships(Pointer model);

  static native Pointer manifact_model_core(Pointer model);

  static native int manifact_model_blocks(Pointer model, int measure, Pointer values,
      long nClusters, long nFeatureClusters);

  static native int manifact_model_feature_cluster_features(Pointer model, long featureCluster,
      long count, Pointer features, Pointer memberships, Pointer found);

  static native long manifact_model_violation_count(Pointer model);

  static native int manifact_model_violations(Pointer model, long count, Pointer first,
      Pointer second, Pointer weights, Pointer found);

  static native int manifact_model_array(Pointer model, int which, Pointer data, Pointer type,
      Pointer rows, Pointer columns);

  static native Pointer manifact_model_method(Pointer model);

  static native Pointer manifact_model_option(Pointer model, byte[] name);

  static native long manifact_model_option_count(Pointer model);

  static native int manifact_model_option_at(Pointer model, long index, Pointer name,
      Pointer value);

  static native int manifact_model_option_origin(Pointer model, long index, Pointer origin,
      Pointer setting);

  static native Pointer manifact_model_vectorizer(Pointer model);

  static native Pointer manifact_model_feature_name(Pointer model, long feature);

  static native Pointer manifact_model_text_vectorizer(Pointer model);

  static native long manifact_model_diagnostic_count(Pointer model);

  static native int manifact_model_diagnostic(Pointer model, long index, Pointer name,
      Pointer value);

  static native long manifact_model_warning_count(Pointer model);

  static native Pointer manifact_model_warning(Pointer model, long index);

  static native int manifact_model_assign(Pointer context, Pointer model, Pointer X, Pointer labels,
      Pointer memberships, long nRows);

  static native int manifact_model_assign_proportions(Pointer context, Pointer model, Pointer X,
      double minMembership, Pointer labels, Pointer proportions, Pointer margins, long nRows);

  static native Pointer manifact_model_score_rule(Pointer model);

  static native int manifact_model_has_additive_score(Pointer model);

  static native int manifact_model_explain(Pointer context, Pointer model, Pointer X,
      Pointer topics, long count, Pointer scores, Pointer rests, long nRows, Pointer out);

  static native int manifact_model_assign_explained(Pointer context, Pointer model, Pointer X,
      double minMembership, Pointer labels, Pointer proportions, Pointer margins, long count,
      Pointer scores, Pointer rests, long nRows, Pointer out);

  static native int manifact_model_merge(Pointer context, Pointer model, Pointer topics,
      long nTopics, Pointer X, Pointer out);

  static native int manifact_model_split(Pointer context, Pointer model, long topic, long nParts,
      Pointer X, Pointer out);

  static native int manifact_model_hide(Pointer context, Pointer model, Pointer topics,
      long nTopics, Pointer out);

  static native int manifact_model_reduce(Pointer context, Pointer model, int linkage,
      long nClusters, Pointer X, Pointer out);

  static native int manifact_model_rename(Pointer context, Pointer model, long topic, byte[] name,
      Pointer out);

  static native int manifact_model_rename_group(Pointer context, Pointer model, Pointer topics,
      long nTopics, byte[] name, Pointer out);

  static native Pointer manifact_model_group_name(Pointer model, Pointer topics, long nTopics);

  static native Pointer manifact_model_topic_name(Pointer model, long topic);

  static native Pointer manifact_model_title(Pointer model, long topic);

  static native Pointer manifact_model_phrases(Pointer model, long topic);

  static native long manifact_model_edit_count(Pointer model);

  static native int manifact_model_edit(Pointer model, long index, Pointer text, Pointer map,
      Pointer nBefore);

  static native int manifact_model_update(Pointer context, Pointer model, Pointer X, Pointer terms,
      Pointer names, Pointer bytes, Pointer offsets, long nColumns, Pointer out);

  static native int manifact_model_edit_drift(Pointer model, long index, Pointer nDocuments,
      Pointer nFar, Pointer nUnassigned, Pointer nTerms, Pointer nUnknown);

  static native int manifact_model_new_topics(Pointer context, Pointer model, Pointer labels,
      long nDocuments, Pointer nTopics);

  static native int manifact_model_tree(Pointer context, Pointer model, int linkage, Pointer steps,
      Pointer heights, Pointer order, long nClusters);

  static native int manifact_model_tree_cut(Pointer context, Pointer model, int linkage,
      long nGroups, Pointer group, long nClusters);

  static native int manifact_model_topic_numbers(Pointer context, Pointer model, Pointer X,
      int score, long count, Pointer coherence, Pointer diversity, Pointer separation,
      Pointer weakness, long nClusters);

  static native int manifact_model_stability(Pointer context, Pointer model, Pointer X,
      long nSamples, Pointer stability, long nClusters);

  static native int manifact_model_timeline(Pointer model, Pointer periods, long nDocuments,
      long nPeriods, Pointer counts, long nCounts);

  static native int manifact_model_trends(Pointer context, Pointer model, Pointer X,
      Pointer periods, long nDocuments, long topic, int direction, long count, Pointer terms,
      Pointer scores, Pointer found);

  static native int manifact_model_group_test(Pointer model, Pointer groups, long nDocuments,
      long nGroups, Pointer statistics, Pointer pValues, Pointer adjusted, Pointer expected,
      long nClusters);

  static native int manifact_model_group_terms(Pointer context, Pointer model, Pointer X,
      Pointer groups, long nDocuments, long topic, long group, long count, Pointer terms,
      Pointer scores, Pointer found);

  static native int manifact_model_common_documents(Pointer context, Pointer before, Pointer after,
      Pointer rows, long nDocuments, Pointer nCommon);

  static native int manifact_model_compare(Pointer context, Pointer before, Pointer after,
      Pointer rows, long nDocuments, Pointer forward, Pointer backward, Pointer partners,
      Pointer changesBefore, long nBefore, Pointer changesAfter, long nAfter);

  static native int manifact_solver_set_numbers_of(Pointer solver, Pointer model);

  static native int manifact_solver_set_column(Pointer solver, byte[] name, Pointer bytes,
      Pointer offsets, long nDocuments);

  static native Pointer manifact_model_column_name(Pointer model, long index);

  static native int manifact_model_column(Pointer model, byte[] name, Pointer bytes, Pointer ends);

  static native int manifact_model_save(Pointer context, Pointer model, byte[] path);

  static native int manifact_model_load(Pointer context, byte[] path, Pointer out);

  static native int manifact_model_write(Pointer context, Pointer model, Callbacks.Write write,
      Pointer user);

  static native int manifact_model_load_memory(Pointer context, Pointer data, long size,
      Pointer out);

  static native int manifact_evaluate(Pointer context, Pointer truth, Pointer predicted, long n,
      Pointer accuracy, Pointer nmi, Pointer nmiSqrt, Pointer ari, Pointer purity);
}
